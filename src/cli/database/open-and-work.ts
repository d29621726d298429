import type { RootModule } from '../../application/app.setup.js';
import { openDatabaseAndLoad } from '../../application/database.js';
import { readSettings } from '../../shared/config/settings.js';
import type { Answer } from '../terminal/answer.js';
import type { Work } from './command-context.js';

interface Running {
  /** Its name, for the audit log. */
  command: string;
  /** Brings the schema up to date, even if the settings say that a start does not. */
  migrates: boolean;
  loadRoot: () => Promise<RootModule>;
}

export async function openAndWork({ command, migrates, loadRoot }: Running, work: Work): Promise<Answer> {
  const settings = { ...readSettings(process.env), ...(migrates && { MIGRATE: true }) };
  const load = () => import('./with-context.js');
  const [database, { withContext }] = await openDatabaseAndLoad(settings, load);
  return withContext({ database, settings, loadRoot }, command, work);
}
