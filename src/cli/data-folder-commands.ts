import { openDatabase } from '../application/database.js';
import type { Settings } from '../shared/config/settings.js';
import { CliFault } from './cli-fault.js';
import type { DataFolderCommand } from './command.js';

/** The contents of the data folder besides the database. */
const BESIDE = ['api-key', 'files'];

const backUp: DataFolderCommand = {
  name: 'backup',
  operands: ['<file>'],
  options: {},
  about: 'Write the embedded database and the uploaded files into an archive; the service can keep running',
  async run({ operands: [file = ''] }, settings) {
    assertEmbedded(settings);
    const { backUp } = await import('../embedded-postgres/backup.js');
    const database = await openDatabase(settings);
    try {
      await backUp(file, { dataDir: settings.DATA_DIR, url: database.url, beside: BESIDE });
    } finally {
      await database.close();
    }
    const elsewhere = settings.S3_BUCKET
      ? ` It does not contain the files in the bucket ${settings.S3_BUCKET}.`
      : '';
    return `${file} contains everything in ${settings.DATA_DIR}.${elsewhere}`;
  },
};

const restore: DataFolderCommand = {
  name: 'restore',
  operands: ['<file>'],
  options: {},
  about:
    'Replace the embedded database and the uploaded files with those of a backup; the service must be stopped',
  async run({ operands: [file = ''] }, settings) {
    assertEmbedded(settings);
    const { restore } = await import('../embedded-postgres/restore.js');
    const former = await restore(file, { dataDir: settings.DATA_DIR, beside: BESIDE });
    const replaced = former.length > 0 ? ` The previous data is now in ${former.join(', ')}.` : '';
    return `${settings.DATA_DIR} now contains everything from ${file}.${replaced}`;
  },
};

function assertEmbedded({ DATABASE_URL }: Settings): void {
  if (DATABASE_URL === undefined) return;
  throw new CliFault(
    'DATABASE_URL is set, but this command is only for the embedded database; use pg_dump and pg_restore (docs/operating.md).',
  );
}

export const DATA_FOLDER_COMMANDS: readonly DataFolderCommand[] = [backUp, restore];
