import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { settingsTable } from '../../src/shared/config/settings-table.js';

/** Without the spaces and lines that only align the cells. */
const rowsIn = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.replace(/ +/g, ' ').replace(/-+/g, '-'));

it('the docs list the settings as the code has them; `npm run settings` does so', async () => {
  const page = await readFile(join(import.meta.dirname, '../../docs/settings.md'), 'utf8');
  expect(rowsIn(page)).toEqual(rowsIn(settingsTable()));
});
