import 'reflect-metadata';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Pool } from 'pg';
import { pino, type Logger } from 'pino';
import { AppModule } from '../../src/app.module.js';
import { createApp } from '../../src/application/app.setup.js';
import { KeyStore } from '../../src/shared/auth/key-store.js';
import type { RateLimit } from '../../src/shared/kernel/rate-limit.js';
import { readSettings } from '../../src/shared/config/settings.js';
import type { DatabaseUrls } from '../../src/shared/database/driver/database-url.js';
import { SiteAddress } from '../../src/shared/config/site-address.js';
import { createSite } from '../../src/application/site.setup.js';
import { closeServer, listen } from '../../src/shared/http/server/listener.js';
import { apiClient, type ApiClient } from './api-client.js';
import { watchAnswers, type ContractWatch } from './contract-watch.js';
import { createTestDatabase, filledTemplate, pooled, type TestDatabase } from './test-database.js';
import { makeTestTenants, type TenantWithKey } from './test-tenants.mjs';

/** A busy machine takes its time to open connections, and a quick one sends many requests; tests of these set their own. */
const PATIENT = { ROLE: 'api', PORT: '0', DATABASE_WAIT_MS: '30000', RATE_LIMIT: '100000:1000000' };

/** No name server is there: whoever needs one starts it. */
const ON_LOOPBACK = { DNS_SERVERS: '127.0.0.1:9' };

export interface TestTenant extends TenantWithKey {
  api: ApiClient;
}

export interface TestService {
  app: NestExpressApplication;
  url: string;
  /** Where visitors open pages. */
  siteUrl: string;
  /** Of the server itself. */
  databaseUrl: string;
  urls: DatabaseUrls;
  /** Where its files lie. */
  dataDir: string;
  pool: Pool;
  /** Has the sample data. */
  home: TestTenant;
  /** Has nothing. */
  stranger: TestTenant;
  /** Sees every answer that the contract has something to say about; `close` fails if one broke it. */
  contract: ContractWatch;
  keyWith(scopes: string[], options?: { expiresAt?: Date; rateLimit?: RateLimit }): Promise<string>;
  close(): Promise<void>;
}

export interface UsedTestService {
  service: TestService;
  /** As the tenant that has the sample data. */
  api: ApiClient;
  /** As the tenant that has nothing. */
  strangerApi: ApiClient;
}

/** One service for all tests of a file: started before the first, closed after the last. */
export function useTestService(environment: NodeJS.ProcessEnv = {}, logger?: Logger): UsedTestService {
  let running: TestService;
  beforeAll(async () => {
    running = await startTestService(environment, logger);
  });
  afterAll(() => running.close());
  return {
    service: forwardTo(() => running),
    api: forwardTo(() => running.home.api),
    strangerApi: forwardTo(() => running.stranger.api),
  };
}

/** Stands for an object that is made later: a file names it while it loads, its tests use it. Refuses to be changed. */
function forwardTo<Target extends object>(target: () => Target): Target {
  return new Proxy({} as Target, { get: (_, name) => Reflect.get(target(), name), set: () => false });
}

/** The real application on a database of its own, listening on a free port. */
export async function startTestService(
  environment: NodeJS.ProcessEnv = {},
  logger: Logger = pino({ level: 'silent' }),
  database?: TestDatabase,
): Promise<TestService> {
  // Where the database is another one, or files lie elsewhere, there are no tenants yet.
  const filled = database || environment.S3_ENDPOINT ? undefined : filledTemplate();
  database ??= await createTestDatabase(filled?.template);
  const dataDir = await mkdtemp(join(tmpdir(), 'foyer-files-'));
  const settings = readSettings({ ...PATIENT, ...ON_LOOPBACK, DATA_DIR: dataDir, ...environment });
  if (filled) await cp(filled.dataDir, settings.DATA_DIR, { recursive: true });
  const urls = { url: pooled(database.url), directUrl: database.url };
  const app = await createApp(AppModule, settings, urls, logger);
  await app.init();
  const server = app.getHttpServer();
  const contract = watchAnswers(server);
  const url = await listen(server, settings.PORT, settings.HOST);
  const site = createSite(app, settings, logger);
  const siteUrl = await listen(site, 0, settings.HOST);
  app.get(SiteAddress).listensOn(siteUrl);
  const { home, stranger } = filled?.tenants ?? (await makeTestTenants(app));
  return {
    app,
    url,
    siteUrl,
    databaseUrl: database.url,
    urls,
    dataDir,
    pool: app.get(Pool),
    home: { ...home, api: apiClient(url, home.key) },
    stranger: { ...stranger, api: apiClient(url, stranger.key) },
    contract,
    keyWith: (scopes, options = {}) =>
      app.get(KeyStore).generate({ tenantId: home.id, origin: 'cli', scopes, ...options }),
    async close() {
      await Promise.all([server, site].map((each) => closeServer(each, 1000)));
      await app.close();
      await database.drop();
      await rm(dataDir, { recursive: true });
      if (contract.breaches.length > 0)
        throw new Error(`Answers broke the contract:\n${contract.breaches.join('\n')}`);
    },
  };
}
