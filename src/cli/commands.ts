import { DEFAULT_TENANT } from '../shared/auth/tenant-store.js';
import { clock } from '../shared/kernel/clock.js';
import { wireId } from '../shared/kernel/ids.js';
import { CliFault } from './cli-fault.js';
import type { Command, DatabaseCommand } from './command.js';
import { DATA_FOLDER_COMMANDS } from './data-folder-commands.js';
import { assertKnown, isScope, keyUuid, lifetimeMs, noScope, rateLimit, tenantName } from './rules.js';
import { domainTable, keyTable, tenantTable } from './tables.js';

const createTenant: DatabaseCommand = {
  name: 'tenant create',
  operands: ['<name>'],
  options: {},
  about: 'Make a tenant; prints its id',
  prepare({ operands: [text = ''] }) {
    const name = tenantName(text);
    return async ({ tenants }) => {
      const id = await tenants.create(name);
      if (!id) throw new CliFault(`There is a tenant "${name}" already; choose another name.`);
      return wireId('tenant', id);
    };
  },
};

const listTenants: DatabaseCommand = {
  name: 'tenant list',
  operands: [],
  options: {},
  about: 'Show all tenants, with the number of keys that work',
  prepare:
    () =>
    async ({ tenants }) =>
      tenantTable(await tenants.list(clock.now())),
};

const createKey: DatabaseCommand = {
  name: 'key create',
  operands: [],
  options: {
    tenant: '--tenant <name>',
    scope: '[--scope <scope>]...',
    expires: '[--expires <time>]',
    'rate-limit': '[--rate-limit <limit>]',
  },
  about: 'Make an API key; prints it, this once',
  async prepare({ options }) {
    if (!options.tenant) throw new CliFault('Whose key? Give the name of a tenant: --tenant <name>');
    const tenant = options.tenant;
    const scopes = [...new Set(options.scope ?? ['*'])];
    const wrong = scopes.find((each) => !isScope(each));
    // Loaded only for an invalid scope, because the application takes seconds to load.
    if (wrong !== undefined) throw noScope(wrong, (await import('./application.js')).SCOPES);
    const lifetime = options.expires === undefined ? undefined : lifetimeMs(options.expires);
    const limit = options['rate-limit'] === undefined ? undefined : rateLimit(options['rate-limit']);
    return async ({ tenants, keys, knownScopes }) => {
      if (scopes.some((each) => each !== '*')) assertKnown(scopes, await knownScopes());
      const tenantId = await tenants.idOf(tenant);
      if (!tenantId) throw new CliFault(`There is no tenant "${tenant}"; "tenant create <name>" makes one.`);
      // Computed only now: the database's clock decides, and it is known once there is a connection.
      const expiresAt = lifetime === undefined ? undefined : new Date(clock.now().getTime() + lifetime);
      return keys.generate({ tenantId, origin: 'cli', scopes, expiresAt, rateLimit: limit });
    };
  },
};

const listKeys: DatabaseCommand = {
  name: 'key list',
  operands: [],
  options: {},
  about: 'Show all keys, without their secrets',
  prepare:
    () =>
    async ({ keys }) =>
      keyTable(await keys.list(), clock.now()),
};

const revokeKey: DatabaseCommand = {
  name: 'key revoke',
  operands: ['<key_...>'],
  options: {},
  about: 'Stop a key; running processes notice within 5 seconds',
  prepare({ operands: [id = ''] }) {
    const uuid = keyUuid(id);
    return async ({ keys }) => {
      if (await keys.revoke(uuid)) return `${id} is revoked.`;
      throw new CliFault(`There is no key ${id}; "key list" shows those there are.`);
    };
  },
};

const migrate: DatabaseCommand = {
  name: 'migrate',
  operands: [],
  options: {},
  about: 'Bring the database schema up to date',
  migrates: true,
  prepare:
    () =>
    async ({ prepareSchema }) => {
      await prepareSchema();
      return 'The database schema is up to date.';
    },
};

const addSamples: DatabaseCommand = {
  name: 'sample',
  operands: [],
  options: { reset: '[--reset]' },
  about: `Add the records that the examples in the docs name, to the tenant ${DEFAULT_TENANT}, where a module has none yet; --reset puts all of them back as they were at first`,
  prepare:
    ({ options }) =>
    async ({ tenants, addSamples, resetSamples }) => {
      const tenantId = await tenants.idOf(DEFAULT_TENANT);
      if (!tenantId)
        throw new CliFault(`There is no tenant "${DEFAULT_TENANT}" yet; starting the service makes it.`);
      if (options.reset) {
        await resetSamples(tenantId);
        return 'All samples are as they were at first.';
      }
      const added = await addSamples(tenantId);
      return added.length > 0
        ? `Samples were added: ${added.join(', ')}.`
        : 'Every module has samples already; "sample --reset" puts them back as they were at first.';
    },
};

const recompose: DatabaseCommand = {
  name: 'recompose',
  operands: [],
  options: {},
  about:
    'Compose anew, and at once, what visitors are shown where that was composed by the rules of an older release; workers do it within minutes',
  prepare:
    () =>
    async ({ recompose }) => {
      await recompose();
      return 'What visitors are shown is composed by the rules of this release.';
    },
};

const listDomains: DatabaseCommand = {
  name: 'domain list',
  operands: [],
  options: {},
  about: 'Show the domains of all tenants, and whether they are proven',
  prepare:
    () =>
    async ({ domains }) =>
      domainTable(await domains()),
};

const releaseDomain: DatabaseCommand = {
  name: 'domain release',
  operands: ['<domain>'],
  options: {},
  about: 'Take the proof of a domain from the tenant that has it, so that another one can prove it',
  prepare:
    ({ operands: [domain = ''] }) =>
    async ({ releaseDomain }) => {
      if (await releaseDomain(domain)) return `${domain} can be proven by any tenant now.`;
      throw new CliFault(`No tenant has proven "${domain}"; "domain list" shows those there are.`);
    },
};

export const COMMANDS: readonly Command[] = [
  ...[createTenant, listTenants, createKey, listKeys, revokeKey],
  ...[migrate, addSamples, recompose],
  ...[listDomains, releaseDomain],
  ...DATA_FOLDER_COMMANDS,
];
