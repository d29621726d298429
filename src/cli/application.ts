import { pino } from 'pino';
import { createApp } from '../app.setup.js';
import type { OpenDatabase } from '../database.js';
import { addMissingSamples, resetSamples } from '../first-start.js';
import { prepareSchema } from '../schema.js';
import type { Settings } from '../shared/config/settings.js';

export { SCOPES } from '../modules.js';
export { prepareSchema } from '../schema.js';

const WORK = { add: addMissingSamples, reset: resetSamples };

/** Works on the samples with the application, but without its listener and its workers. */
export async function changeSamples<Kind extends keyof typeof WORK>(
  kind: Kind,
  { database, settings, tenantId }: { database: OpenDatabase; settings: Settings; tenantId: string },
): Promise<Awaited<ReturnType<(typeof WORK)[Kind]>>> {
  await prepareSchema(database.directUrl, settings);
  const app = await createApp({ ...settings, ROLE: 'api' }, database, pino({ level: 'silent' }));
  try {
    await app.init();
    return (await WORK[kind](app, tenantId)) as Awaited<ReturnType<(typeof WORK)[Kind]>>;
  } finally {
    await app.close();
  }
}
