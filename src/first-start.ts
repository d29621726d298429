import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EntityManager } from '@mikro-orm/postgresql';
import type { INestApplicationContext } from '@nestjs/common';
import { MODULES } from './modules.js';
import { generateKey } from './shared/auth/api-key.js';
import { KeyStore, type KeyOrigin } from './shared/auth/key-store.js';
import { DEFAULT_TENANT, TenantStore } from './shared/auth/tenant-store.js';
import { BadSettings, type Settings } from './shared/config/settings.js';
import { inContext } from './shared/database/work-context.js';
import { UnitOfWork } from './shared/database/unit-of-work.js';
import { newUuid } from './shared/kernel/ids.js';

const MIN_KEY_LENGTH = 16;

/** Makes sure that there is a tenant and a key to begin with. Answers the key, where it is known. */
export async function prepareFirstUse(
  app: INestApplicationContext,
  settings: Settings,
  embedded: boolean,
): Promise<string | undefined> {
  const tenantId = await defaultTenant(app, settings.SAMPLE_DATA ?? embedded);
  const adopt = (text: string, origin: KeyOrigin) =>
    app.get(KeyStore).adopt(text, { tenantId, origin, scopes: ['*'] });
  if (settings.API_KEY) {
    if (await adopt(settings.API_KEY, 'environment')) return settings.API_KEY;
    throw new BadSettings('API_KEY is a key that was revoked; set another one.');
  }
  return embedded ? keptKey(settings.DATA_DIR, (text) => adopt(text, 'data folder')) : undefined;
}

async function defaultTenant(app: INestApplicationContext, withSamples: boolean): Promise<string> {
  const tenants = app.get(TenantStore);
  const known = await tenants.idOf(DEFAULT_TENANT);
  const tenantId = known ?? newUuid();
  if (known || (await makeDefaultTenant(app, tenantId, withSamples))) return tenantId;
  return (await tenants.idOf(DEFAULT_TENANT))!;
}

/** Together with its samples or not at all. Of several processes that start together one makes it. */
async function makeDefaultTenant(
  app: INestApplicationContext,
  tenantId: string,
  withSamples: boolean,
): Promise<boolean> {
  return inContext({ tenantId }, () =>
    app.get(UnitOfWork).run(async () => {
      const made = await app.get(TenantStore).create(DEFAULT_TENANT, tenantId);
      if (made && withSamples) await addSamples(app);
      return made !== undefined;
    }),
  );
}

export async function makeSampleData(app: INestApplicationContext, tenantId: string): Promise<void> {
  await inContext({ tenantId }, () => app.get(UnitOfWork).run(() => addSamples(app)));
}

async function addSamples(app: INestApplicationContext): Promise<void> {
  const em = app.get(EntityManager);
  for (const module of MODULES) await module.sample(em, app);
}

/** The key in the data folder; the first start writes one there, as does one that finds it revoked. */
async function keptKey(dataDir: string, adopt: (text: string) => Promise<boolean>): Promise<string> {
  const file = join(dataDir, 'api-key');
  const kept = (await readKey(file)) ?? (await writeKey(file));
  if (await adopt(kept)) return kept;
  const renewed = await writeKey(file, kept);
  await adopt(renewed);
  return renewed;
}

/** Undefined where there is none, or no whole one: an empty text must never become a key. */
async function readKey(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(ignoring('ENOENT'));
  return text && text.trim().length >= MIN_KEY_LENGTH ? text.trim() : undefined;
}

/** The file appears whole or not at all, and of several processes that start together one writes it. */
async function writeKey(file: string, revoked?: string): Promise<string> {
  const made = generateKey().text;
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${made}\n`, { mode: 0o600, flush: true });
  const present = await readKey(file);
  if (present === undefined || present === revoked) await rm(file, { force: true });
  await link(draft, file).catch(ignoring('EEXIST'));
  await rm(draft);
  return (await readKey(file)) ?? made;
}

function ignoring(code: string): (error: NodeJS.ErrnoException) => undefined {
  return (error) => {
    if (error.code !== code) throw error;
    return undefined;
  };
}
