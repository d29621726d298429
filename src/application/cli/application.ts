import type { INestApplication } from '@nestjs/common';
import { pino } from 'pino';
import { createApp } from '../app.setup.js';
import type { OpenDatabase } from '../database.js';
import { DomainRegister, type ListedDomain } from '../../modules/links/index.js';
import { RecomposeHandler } from '../../modules/pages/index.js';
import { addMissingSamples, resetSamples as resetSamplesOf } from '../first-start.js';
import { prepareSchema } from '../schema.js';
import type { Settings } from '../../shared/config/settings.js';

export { SCOPES } from '../modules.js';
export { prepareSchema } from '../schema.js';

interface Opened {
  database: OpenDatabase;
  settings: Settings;
}

export interface SamplesOf extends Opened {
  tenantId: string;
}

export function addSamples(samples: SamplesOf): Promise<string[]> {
  return withApplication(samples, (app) => addMissingSamples(app, samples.tenantId));
}

export function resetSamples(samples: SamplesOf): Promise<void> {
  return withApplication(samples, (app) => resetSamplesOf(app, samples.tenantId));
}

/** Composes what is outdated, instead of the job that does it each minute. */
export function recompose(opened: Opened): Promise<void> {
  return withApplication(opened, (app) =>
    app.get(RecomposeHandler, { strict: false }).handle({}, { signal: new AbortController().signal }),
  );
}

export function listDomains(opened: Opened): Promise<ListedDomain[]> {
  return withApplication(opened, (app) => app.get(DomainRegister, { strict: false }).list());
}

export function releaseDomain(opened: Opened, domain: string): Promise<boolean> {
  return withApplication(opened, (app) => app.get(DomainRegister, { strict: false }).release(domain));
}

/** Without its listener and its workers. */
async function withApplication<Result>(
  { database, settings }: Opened,
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
