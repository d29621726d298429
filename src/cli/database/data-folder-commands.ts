import type { Command } from 'commander';
import type { Settings } from '../../shared/config/settings.js';
import { CliFault } from '../terminal/cli-fault.js';
import { describe } from '../terminal/describe.js';
import type { Actions } from './actions.js';

/** The contents of the data folder besides the database. */
const BESIDE = ['api-key', 'files'];

export function addDataFolderCommands(program: Command, actions: Actions): void {
  describe(program.command('backup'), {
    about: 'Write the embedded database and the uploaded files into an archive; the service can keep running',
    examples: ['foyer backup /backups/foyer-monday.tar.gz'],
  })
    .argument('<file>', 'archive to write')
    .action(actions.withSettings((settings, _options, file = '') => backUp(file, settings)));

  describe(program.command('restore'), {
    about:
      'Replace the embedded database and the uploaded files with those of a backup; the service must be stopped',
    examples: ['foyer restore /backups/foyer-monday.tar.gz'],
  })
    .argument('<file>', 'archive to read')
    .action(actions.withSettings((settings, _options, file = '') => restore(file, settings)));
}

async function backUp(file: string, settings: Settings) {
  assertEmbedded(settings);
  const [{ backUp }, { openDatabase }] = await Promise.all([
    import('../../embedded-postgres/backup.js'),
    import('../../application/database.js'),
  ]);
  const { DATA_DIR: dataDir, S3_BUCKET: bucket } = settings;
  const database = await openDatabase(settings);
  try {
    await backUp(file, { dataDir, url: database.url, beside: BESIDE });
  } finally {
    await database.close();
  }
  const elsewhere = bucket ? ` It does not contain the files in the bucket ${bucket}.` : '';
  return { text: `${file} contains everything in ${dataDir}.${elsewhere}`, json: { file, dataDir } };
}

async function restore(file: string, settings: Settings) {
  assertEmbedded(settings);
  const { restore } = await import('../../embedded-postgres/restore.js');
  const { DATA_DIR: dataDir } = settings;
  const former = await restore(file, { dataDir, beside: BESIDE });
  const replaced = former.length > 0 ? ` The previous data is now in ${former.join(', ')}.` : '';
  return {
    text: `${dataDir} now contains everything from ${file}.${replaced}`,
    json: { file, dataDir, former },
  };
}

function assertEmbedded({ DATABASE_URL }: Settings): void {
  if (DATABASE_URL === undefined) return;
  throw new CliFault(
    'DATABASE_URL is set, but this command is only for the embedded database; use pg_dump and pg_restore (docs/operating.md).',
  );
}
