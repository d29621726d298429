import { randomBytes } from 'node:crypto';
import type { TestTenants } from './test-tenants.mjs';
import { withClient } from './with-client.js';

export interface TestDatabase {
  url: string;
  /** The same database through a pooler of the test's own. */
  pooledUrl?: string;
  drop(): Promise<void>;
}

/** A template that has the tenants of the tests. */
export interface FilledTemplate {
  template: string;
  tenants: TestTenants;
  /** Folder of the samples' files. */
  dataDir: string;
}

export function filledTemplate(): FilledTemplate {
  return JSON.parse(process.env.TEST_FILLED_TEMPLATE!) as FilledTemplate;
}

/** Creates a separate database, cloned from the migrated template, or empty. */
export async function createTestDatabase(
  template = process.env.TEST_TEMPLATE ?? 'template1',
): Promise<TestDatabase> {
  const name = `foyer_test_${randomBytes(6).toString('hex')}`;
  // The default strategy also writes the whole template to the log, which takes several times as long.
  await onServer(`create database ${name} template ${template} strategy file_copy`);
  const url = new URL(serverUrl());
  url.pathname = name;
  return { url: url.href, drop: () => onServer(`drop database if exists ${name} with (force)`) };
}

/**
 * The URL of the same database through the pooler, if the test run has one. A service needs another address:
 * - on the embedded server (test/embedded, and any service with only a DATA_DIR), which has no pooler;
 * - behind a proxy that cuts off or freezes the server (test/process/database/outage.spec.ts);
 * - on several servers (test/process/database/failover.spec.ts);
 * - for a user unknown to the pooler (test/process/starting/refused-start.spec.ts sets DATABASE_DIRECT_URL to nothing).
 */
export function pooled(databaseUrl: string): string {
  const pooler = process.env.TEST_POOLER_URL;
  if (!pooler || !URL.canParse(databaseUrl)) return databaseUrl;
  const url = new URL(databaseUrl);
  if (url.host === new URL(serverUrl()).host) url.host = new URL(pooler).host;
  return url.href;
}

function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('Run the tests with npm test: it starts the database they need.');
  return url;
}

async function onServer(sql: string): Promise<void> {
  await withClient(serverUrl(), (client) => client.query(sql));
}
