import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const PROJECT = resolve(import.meta.dirname, '../..');

/** States one assumption that a file makes about a library. The test fails with that sentence. */
type StatePart = (part: string, holds: () => unknown) => void;

/**
 * For the spec of a file that uses private parts of a library. After an upgrade it fails first on the version, so that
 * somebody reviews the upgrade, and then on each part that has changed.
 */
export function internalsOf(library: string, version: string, file: string): StatePart {
  const installed = versionOf(library);
  const complaint = (sentence: string, cause?: unknown) =>
    new Error(`${library} ${installed}: ${sentence}; see ${file}`, { cause });

  it(`${library} is ${version}`, () => {
    if (installed !== version)
      throw complaint(`its private parts were looked at in ${version}, name the version here once they hold`);
  });

  return (part, holds) =>
    it(`${library}: ${part}`, async () => {
      let isSo: unknown;
      try {
        isSo = await holds();
      } catch (error) {
        throw complaint(`it is no longer so that ${part}`, error);
      }
      if (isSo !== true) throw complaint(`it is no longer so that ${part}`);
    });
}

function versionOf(library: string): string {
  const manifest = readFileSync(join(PROJECT, 'node_modules', library, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
