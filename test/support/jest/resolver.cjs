const { existsSync } = require('node:fs');
const { join, relative, resolve } = require('node:path');

const root = join(__dirname, '../../..');
const client = join(root, 'packages/client');
const { exports: entrances } = require(join(client, 'package.json'));

/** Imports name the compiled file: src is built before the tests run, files in test are not. */
module.exports = (request, options) => {
  // Copies of this tree share its packages, whose link leads to the client of the original.
  const entrance = request.startsWith('@foyer/client') && entrances[request.replace('@foyer/client', '.')];
  if (entrance) return join(client, entrance.default ?? entrance);
  if (/^\.\.?\/.*\.js$/.test(request)) {
    const file = resolve(options.basedir, request);
    const source = file.replace(/js$/, 'ts');
    const inSource = relative(join(root, 'src'), file);
    // A compiled file without a source is left from an earlier build.
    if (existsSync(source)) return inSource.startsWith('..') ? source : join(root, 'dist', inSource);
  }
  return options.defaultResolver(request, options);
};
