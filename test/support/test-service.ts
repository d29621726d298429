import 'reflect-metadata';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Pool } from 'pg';
import { pino, type Logger } from 'pino';
import { AppModule } from '../../src/app.module.js';
import { createApp } from '../../src/application/app.setup.js';
import { KeyStore } from '../../src/shared/auth/keys/key-store.js';
import type { RateLimit } from '../../src/shared/kernel/rate-limit.js';
import { readSettings } from '../../src/shared/config/settings.js';
import type { DatabaseUrls } from '../../src/shared/database/driver/database-url.js';
import { SiteAddress } from '../../src/shared/config/site-address.js';
import { createSite } from '../../src/application/site.setup.js';
import { closeServer, listen } from '../../src/shared/http/server/listener.js';
import { apiClient, type ApiClient } from './api/api-client.js';
import { watchAnswers, type ContractWatch } from './openapi/contract-watch.js';
import { createTestDatabase, filledTemplate, pooled, type TestDatabase } from './database/test-database.js';
import { makeTestTenants, type TenantWithKey } from './database/test-tenants.mjs';

/** A busy machine is slow to open connections, and a fast one sends many requests; tests of these limits set others. */
const PATIENT = { ROLE: 'api', PORT: '0', DATABASE_WAIT_MS: '30000', RATE_LIMIT: '100000:1000000' };

/** No name server listens here: a test that needs one starts its own. */
const ON_LOOPBACK = { DNS_SERVERS: '127.0.0.1:9' };

export interface TestTenant extends TenantWithKey {
  api: ApiClient;
}

export interface TestService {
  app: NestExpressApplication;
  url: string;
  /** URL where visitors open pages. */
  siteUrl: string;
  /** URL of the server itself, not of a pooler. */
  databaseUrl: string;
  urls: DatabaseUrls;
  /** Folder of its files. */
  dataDir: string;
  pool: Pool;
  /** The tenant with the sample data. */
  home: TestTenant;
  /** The tenant without data. */
  stranger: TestTenant;
  /** Checks every answer that the contract covers; `close` fails if one broke the contract. */
  contract: ContractWatch;
  keyWith(scopes: string[], options?: { expiresAt?: Date; rateLimit?: RateLimit }): Promise<string>;
  close(): Promise<void>;
}

export interface UsedTestService {
  service: TestService;
  /** Client of the tenant with the sample data. */
  api: ApiClient;
  /** Client of the tenant without data. */
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

/** A read-only proxy for an object created later: a test file names it at load time and uses it in its tests. */
function forwardTo<Target extends object>(target: () => Target): Target {
  return new Proxy({} as Target, { get: (_, name) => Reflect.get(target(), name), set: () => false });
}

/** Starts the real application on its own database, listening on a free port. */
export async function startTestService(
  environment: NodeJS.ProcessEnv = {},
  logger: Logger = pino({ level: 'silent' }),
  database?: TestDatabase,
): Promise<TestService> {
  // A given database or external file storage has no tenants yet.
  const filled = database || environment.S3_ENDPOINT ? undefined : filledTemplate();
  database ??= await createTestDatabase(filled?.template);
  const dataDir = await mkdtemp(join(tmpdir(), 'foyer-files-'));
  const settings = readSettings({ ...PATIENT, ...ON_LOOPBACK, DATA_DIR: dataDir, ...environment });
  if (filled) await cp(filled.dataDir, settings.DATA_DIR, { recursive: true });
  const urls = { url: database.pooledUrl ?? pooled(database.url), directUrl: database.url };
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
