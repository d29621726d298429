import { EntityManager } from '@mikro-orm/postgresql';
import type { INestApplicationContext } from '@nestjs/common';
import { keptKey } from './key-file.js';
import { MODULES } from './modules.js';
import { KeyStore, type KeyOrigin } from '../shared/auth/keys/key-store.js';
import { DEFAULT_TENANT, TenantStore } from '../shared/auth/tenant-store.js';
import { BadSettings, type Settings } from '../shared/config/settings.js';
import { violatedUnique } from '../shared/database/driver/postgres-errors.js';
import {
  currentContext,
  currentTransaction,
  inContext,
} from '../shared/database/transactions/work-context.js';
import { UnitOfWork } from '../shared/database/transactions/unit-of-work.js';
import { Events } from '../shared/events/events.js';
import { newUuid, wireId } from '../shared/kernel/ids.js';
import { SILENT_PROGRESS, type Progress } from '../shared/kernel/progress.js';

/** Ensures that there is an initial tenant and key. Returns the key, if it is known. */
export async function prepareFirstUse(
  app: INestApplicationContext,
  settings: Settings,
  database: { embedded: boolean },
  progress: Progress = SILENT_PROGRESS,
): Promise<string | undefined> {
  const tenantId = await defaultTenant(app, hasSamples(settings, database), progress);
  const register = (text: string, origin: KeyOrigin) =>
    app.get(KeyStore).register(text, { tenantId, origin, scopes: ['*'] });
  if (settings.API_KEY) {
    if (await register(settings.API_KEY, 'environment')) return settings.API_KEY;
    throw new BadSettings('API_KEY is a key that was revoked, rotated or has expired; set another one.');
  }
  return database.embedded ? keptKey(settings.DATA_DIR, (text) => register(text, 'data folder')) : undefined;
}

/** Whether the first start creates sample records. */
export function hasSamples({ SAMPLE_DATA }: Settings, { embedded }: { embedded: boolean }): boolean {
  return SAMPLE_DATA ?? embedded;
}

async function defaultTenant(
  app: INestApplicationContext,
  withSamples: boolean,
  progress: Progress,
): Promise<string> {
  const tenants = app.get(TenantStore);
  const known = await tenants.idOf(DEFAULT_TENANT);
  const tenantId = known ?? newUuid();
  if (known || (await makeDefaultTenant(app, tenantId, withSamples, progress))) return tenantId;
  return (await tenants.idOf(DEFAULT_TENANT))!;
}

/** Creates the tenant and its samples atomically. If several processes start together, only one creates it. */
async function makeDefaultTenant(
  app: INestApplicationContext,
  tenantId: string,
  withSamples: boolean,
  progress: Progress,
): Promise<boolean> {
  return inContext({ tenantId }, () =>
    app.get(UnitOfWork).run(async () => {
      const made = await app.get(TenantStore).create(DEFAULT_TENANT, tenantId);
      if (made && withSamples) {
        progress.step('Creating sample data');
        await addSamples(app, { isForPeople: true });
      }
      if (made) app.get(Events).recordForAudit('tenant.created', wireId('tenant', tenantId));
      return made !== undefined;
    }),
  );
}

export async function makeSampleData(app: INestApplicationContext, tenantId: string): Promise<void> {
  await inContext({ tenantId }, () => app.get(UnitOfWork).run(() => addSamples(app)));
}

/**
 * For a database already in use: adds the samples and the showcase of modules that have none in it, such as a new module.
 * Returns the tags of their operations in the docs.
 */
export async function addMissingSamples(app: INestApplicationContext, tenantId: string): Promise<string[]> {
  const added = new Set<string>();
  for (const kind of ['sample', 'showcase'] as const)
    for (const { [kind]: make, tags } of MODULES) {
      if (!make) continue;
      const add = () =>
        app.get(UnitOfWork).run(async () => {
          await make(app.get(EntityManager), app);
          app.get(Events).recordForAudit('samples.added', null);
        });
      const isThere = await inContext({ ...currentContext(), tenantId }, add).then(
        () => false,
        isUniqueViolation,
      );
      if (!isThere) for (const tag of Object.keys(tags)) added.add(tag);
    }
  return [...added];
}

/** Resets the samples to their initial state, all or none. */
export async function resetSamples(app: INestApplicationContext, tenantId: string): Promise<void> {
  await inContext({ ...currentContext(), tenantId }, () =>
    app.get(UnitOfWork).run(async () => {
      const statements = [...MODULES].reverse().flatMap(({ removeSample }) => removeSample);
      for (const text of statements) await currentTransaction().query({ text, values: [tenantId] });
      await addSamples(app, { isForPeople: true });
      app.get(Events).recordForAudit('samples.reset', null);
    }),
  );
}

function isUniqueViolation(error: unknown): true {
  if (violatedUnique(error) === undefined) throw error;
  return true;
}

/** Tests need the samples only. */
async function addSamples(app: INestApplicationContext, { isForPeople = false } = {}): Promise<void> {
  const em = app.get(EntityManager);
  for (const module of MODULES) await module.sample?.(em, app);
  for (const module of isForPeople ? MODULES : []) await module.showcase?.(em, app);
  for (const module of isForPeople ? MODULES : []) await module.sampleTraffic?.(em, app);
}
