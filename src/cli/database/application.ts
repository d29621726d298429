import type { INestApplication } from '@nestjs/common';
import { pino } from 'pino';
import { createApp, type RootModule } from '../../application/app.setup.js';
import type { OpenDatabase } from '../../application/database.js';
import { DomainsOfAllTenants, type ListedDomain } from '../../modules/links/index.js';
import { RecomposeHandler } from '../../modules/pages/index.js';
import { addMissingSamples, resetSamples as resetSamplesOf } from '../../application/first-start.js';
import { makeDemo as makeDemoIn, type Demo, type DemoOptions } from './demo/make-demo.js';
import { prepareSchema } from '../../application/schema.js';
import type { Progress } from '../../shared/kernel/progress.js';
import type { Settings } from '../../shared/config/settings.js';

export { SCOPES } from '../../application/modules.js';
export { prepareSchema } from '../../application/schema.js';

export interface Opened {
  database: OpenDatabase;
  settings: Settings;
  /** Loaded on demand: most commands do not need it, and it takes seconds to load. */
  loadRoot: () => Promise<RootModule>;
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

/** Recomposes outdated content now, instead of waiting for the job that runs each minute. */
export function recompose(opened: Opened): Promise<void> {
  return withApplication(opened, (app) =>
    app.get(RecomposeHandler, { strict: false }).handle({}, { signal: new AbortController().signal }),
  );
}

export function listDomains(opened: Opened): Promise<ListedDomain[]> {
  return withApplication(opened, (app) => app.get(DomainsOfAllTenants, { strict: false }).list());
}

export function releaseDomain(opened: Opened, domain: string): Promise<boolean> {
  return withApplication(opened, (app) => app.get(DomainsOfAllTenants, { strict: false }).release(domain));
}

/** Asks nobody outside: a model or an enricher would be called thousands of times for persons who do not exist. */
const SELF_SUFFICIENT = {
  ...{ COMPOSER: 'template', ANSWER_MODEL: 'off', SITE_QUESTIONS: true },
  ...{
    ENRICHER_URL: undefined,
    ENRICHER_SECRET: undefined,
    RATE_LIMIT: undefined,
    SITE_RATE_LIMIT: undefined,
  },
} as const satisfies Partial<Settings>;

export function makeDemo(opened: Opened, options: DemoOptions, progress: Progress): Promise<Demo> {
  const settings = { ...opened.settings, ...SELF_SUFFICIENT };
  return withApplication({ ...opened, settings }, (app) => makeDemoIn(app, options, progress));
}

/** Runs the application without listener and workers. */
async function withApplication<Result>(
  { database, settings, loadRoot }: Opened,
  work: (app: INestApplication) => Promise<Result>,
): Promise<Result> {
  await prepareSchema(database.directUrl, settings);
  const app = await createApp(
    await loadRoot(),
    { ...settings, ROLE: 'api' },
    database,
    pino({ level: 'silent' }),
  );
  try {
    await app.init();
    return await work(app);
  } finally {
    await app.close();
  }
}
