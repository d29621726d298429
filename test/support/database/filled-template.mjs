import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { AppModule } from '../../../dist/app.module.js';
import { createApp } from '../../../dist/application/app.setup.js';
import { readSettings } from '../../../dist/shared/config/settings.js';
import { makeTestTenants } from './test-tenants.mjs';

/** Fills a database with the tenants of the tests, once for all of them. Their files are in `dataDir`. */
export async function fillTemplate(url) {
  const dataDir = await mkdtemp(join(tmpdir(), 'foyer-filled-'));
  const settings = readSettings({ ROLE: 'api', DATA_DIR: dataDir, DATABASE_WAIT_MS: '30000' });
  const app = await createApp(AppModule, settings, { url, directUrl: url }, pino({ level: 'silent' }));
  await app.init();
  const tenants = await makeTestTenants(app);
  await app.close();
  return { tenants, dataDir, remove: () => rm(dataDir, { recursive: true }) };
}
