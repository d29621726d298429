import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';

const DIST = resolve(import.meta.dirname, '../../dist');

it('loads only two small packages before a command runs, so that the help is there at once', () => {
  expect(packagesLoadedBy(join(DIST, 'cli/program.js'))).toEqual(['commander', 'uuidv7']);
});

it('would see a package that is loaded by a detour', () => {
  expect(packagesLoadedBy(join(DIST, 'cli/database/with-context.js'))).toContain('pg');
});

/** What the file imports at once, and not only when it is needed. */
function packagesLoadedBy(program: string): string[] {
  const packages = new Set<string>();
  const files = new Set([program]);
  for (const file of files)
    for (const { fileName } of ts.preProcessFile(staticPart(readFileSync(file, 'utf8'))).importedFiles) {
      const path = resolve(dirname(file), fileName);
      if (fileName.startsWith('.') && existsSync(path)) files.add(path);
      else if (!fileName.startsWith('node:')) packages.add(fileName);
    }
  return [...packages].sort();
}

function staticPart(text: string): string {
  return text.replaceAll(/\bimport\(/g, 'load(');
}
