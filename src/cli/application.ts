import type { INestApplication } from '@nestjs/common';
import { pino } from 'pino';
import { createApp } from '../app.setup.js';
import type { OpenDatabase } from '../database.js';
import { addMissingSamples, resetSamples as resetSamplesOf } from '../first-start.js';
import { prepareSchema } from '../schema.js';
import type { Settings } from '../shared/config/settings.js';

export { SCOPES } from '../modules.js';
export { prepareSchema } from '../schema.js';

export interface SamplesOf {
  database: OpenDatabase;
  settings: Settings;
  tenantId: string;
}

export function addSamples(samples: SamplesOf): Promise<string[]> {
  return withApplication(samples, (app) => addMissingSamples(app, samples.tenantId));
}

export function resetSamples(samples: SamplesOf): Promise<void> {
  return withApplication(samples, (app) => resetSamplesOf(app, samples.tenantId));
}

/** Without its listener and its workers. */
async function withApplication<Result>(
  { database, settings }: SamplesOf,
  work: (app: INestApplication) => Promise<Result>,
): Promise<Result> {
  await prepareSchema(database.directUrl, settings);
  const app = await createApp({ ...settings, ROLE: 'api' }, database, pino({ level: 'silent' }));
  try {
    await app.init();
    return await work(app);
  } finally {
    await app.close();
  }
}
