import { makeSampleData } from '../../../dist/application/first-start.js';
import { KeyStore } from '../../../dist/shared/auth/keys/key-store.js';
import { TenantStore } from '../../../dist/shared/auth/tenant-store.js';

export async function makeTestTenants(app) {
  const home = await makeTenant(app, 'home');
  const stranger = await makeTenant(app, 'stranger');
  await makeSampleData(app, home.id);
  return { home, stranger };
}

async function makeTenant(app, name) {
  const id = await app.get(TenantStore).create(name);
  const key = await app.get(KeyStore).generate({ tenantId: id, origin: 'cli', scopes: ['*'] });
  return { id, key };
}
