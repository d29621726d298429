const { join, relative } = require('node:path');

const root = join(__dirname, '../../..');

/**
 * Tests that `npm test` leaves out. Each kind has its own script: `npm run test:process`, `test:browser`, `test:volume`
 * and `test:tools`; `npm run test:all` runs all tests.
 */
const LEFT_OUT = [
  /^test\/(process|embedded)\//,
  /\.(browser|volume)\.spec\.ts$/,
  /^(test\/tools|packages)\//,
];

/** Jest's `--filter` takes one word, so paths can follow it: `npm test -- test/topics`. */
module.exports = (paths) => ({
  filtered: paths.filter((path) => !LEFT_OUT.some((pattern) => pattern.test(relative(root, path)))),
});
