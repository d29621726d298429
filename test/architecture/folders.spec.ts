import { globSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const PROJECT = resolve(import.meta.dirname, '../..');

/** Readers read a folder as a list of names. They search a longer list instead of reading it. */
const MOST_FILES = 25;

describe('the folders of src, test and bench', () => {
  it('have so few files that a reader sees all of them', () => {
    expect(crowded(globSync('{src,test,bench}/**/*.*', { cwd: PROJECT }))).toEqual([]);
  });

  it('are caught being crowded', () => {
    const files = Array.from({ length: MOST_FILES + 1 }, (_, index) => `src/modules/a/file-${index}.ts`);
    expect(crowded([...files, 'src/main.ts'])).toEqual([`src/modules/a has ${MOST_FILES + 1} files`]);
  });
});

function crowded(files: readonly string[]): string[] {
  return Object.entries(Object.groupBy(files, dirname)).flatMap(([folder, inside = []]) =>
    inside.length > MOST_FILES ? [`${folder} has ${inside.length} files`] : [],
  );
}
