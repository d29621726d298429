/** Writes the table of docs/settings.md. A test fails while it differs from the code. */
import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { settingsTable } from '#built/shared/config/settings-table.js';

const FILE = 'docs/settings.md';

const [before] = (await readFile(FILE, 'utf8')).split(/^\| name/m);
const config = await resolveConfig(FILE);
await writeFile(FILE, await format(`${before}${settingsTable()}\n`, { ...config, filepath: FILE }));
