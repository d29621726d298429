import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EntityManager } from '@mikro-orm/postgresql';
import type { INestApplicationContext } from '@nestjs/common';
import { MODULES } from './modules.js';
import { generateKey } from './shared/auth/api-key.js';
import { KeyStore, type KeyOrigin } from './shared/auth/key-store.js';
import { DEFAULT_TENANT, TenantStore } from './shared/auth/tenant-store.js';
import type { Settings } from './shared/config/settings.js';
import { inScope } from './shared/database/scope.js';
import { UnitOfWork } from './shared/database/unit-of-work.js';

/** Makes sure that there is a tenant and a key to begin with. Answers the key, where it is known. */
export async function prepareFirstUse(
  app: INestApplicationContext,
  settings: Settings,
  embedded: boolean,
): Promise<string | undefined> {
  const tenants = app.get(TenantStore);
  const made = await tenants.create(DEFAULT_TENANT);
  const tenantId = made ?? (await tenants.idOf(DEFAULT_TENANT))!;
  if (made && (settings.SAMPLE_DATA ?? embedded)) await makeSampleData(app, tenantId);
  const text = settings.API_KEY ?? (embedded ? await keptKey(settings.DATA_DIR) : undefined);
  if (text === undefined) return undefined;
  const origin: KeyOrigin = settings.API_KEY ? 'environment' : 'data folder';
  await app.get(KeyStore).adopt(text, { tenantId, origin, scopes: ['*'] });
  return text;
}

export async function makeSampleData(app: INestApplicationContext, tenantId: string): Promise<void> {
  const em = app.get(EntityManager);
  await inScope({ tenantId }, () =>
    app.get(UnitOfWork).run(async () => {
      for (const module of MODULES) module.sample(em);
    }),
  );
}

/** The key in the data folder; the first start writes one there. */
async function keptKey(dataDir: string): Promise<string> {
  const file = join(dataDir, 'api-key');
  try {
    await writeFile(file, `${generateKey().text}\n`, { mode: 0o600, flag: 'wx' });
    await chmod(file, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return (await readFile(file, 'utf8')).trim();
}
