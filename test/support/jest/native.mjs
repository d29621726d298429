import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Lets Node itself load packages and the build of src, once for all test files of a worker; Jest would read, link and
 * run all of it again for each file. A test file gets a stub that re-exports the exports of the module.
 */
export default {
  getCacheKey(source, path, { supportsDynamicImport, supportsStaticESM }) {
    const key = [source, path, supportsDynamicImport, supportsStaticESM, namesIn(path)];
    return createHash('sha256').update(JSON.stringify(key)).digest('hex');
  },
  process(source, path, { supportsDynamicImport, supportsStaticESM }) {
    if (!supportsDynamicImport) return { code: source }; // the global setup loads it, not a test
    const native = `nativeRequire(${JSON.stringify(path)})`;
    return { code: supportsStaticESM ? handOn(native, namesIn(path)) : `module.exports = ${native};` };
  },
};

function namesIn(path) {
  return Object.keys(require(path));
}

function handOn(native, names) {
  const named = names.filter((name) => name !== 'default');
  return [
    `const module = ${native};`,
    `export const { ${named.join(', ')} } = module;`,
    names.includes('default') ? 'export default module.default;' : '',
  ].join('\n');
}
