const { existsSync } = require('node:fs');
const { join, relative, resolve } = require('node:path');

const root = join(__dirname, '../../..');

/** Imports name the file that is made of a source: src is built before the tests run, what is in test is not. */
module.exports = (request, options) => {
  if (/^\.\.?\/.*\.js$/.test(request)) {
    const file = resolve(options.basedir, request);
    const inSource = relative(join(root, 'src'), file);
    if (!inSource.startsWith('..')) return join(root, 'dist', inSource);
    const source = file.replace(/js$/, 'ts');
    if (existsSync(source)) return source;
  }
  return options.defaultResolver(request, options);
};
