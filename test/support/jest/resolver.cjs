const { existsSync } = require('node:fs');
const { join, relative, resolve } = require('node:path');

const root = join(__dirname, '../../..');

/** Imports name the file that is made of a source: src is built before the tests run, what is in test is not. */
module.exports = (request, options) => {
  if (/^\.\.?\/.*\.js$/.test(request)) {
    const file = resolve(options.basedir, request);
    const source = file.replace(/js$/, 'ts');
    const inSource = relative(join(root, 'src'), file);
    // Without a source it is left from an earlier build.
    if (existsSync(source)) return inSource.startsWith('..') ? source : join(root, 'dist', inSource);
  }
  return options.defaultResolver(request, options);
};
