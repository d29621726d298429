import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

declare const nativeRequire: (path: string) => unknown;

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Loads a file of the tests in the same way as the files of src: built, with its decorators and declared types, and in
 * Node's own realm. In a test file's realm, `String` and `Object` differ from those of the packages.
 */
export function loadNatively<Module>(url: URL): Module {
  const source = fileURLToPath(url);
  const built = join(ROOT, 'dist', relative(ROOT, source)).replace(/ts$/, 'js');
  const { outputText } = ts.transpileModule(readFileSync(source, 'utf8'), { compilerOptions: OPTIONS });
  mkdirSync(dirname(built), { recursive: true });
  writeFileSync(built, outputText.replaceAll('/src/', '/'));
  return nativeRequire(built) as Module;
}

const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  target: ts.ScriptTarget.ES2024,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  useDefineForClassFields: false,
};
