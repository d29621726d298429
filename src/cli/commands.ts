import { printProgress } from '../application/print-progress.js';
import { DEFAULT_TENANT } from '../shared/auth/tenant-store.js';
import { clock } from '../shared/kernel/clock.js';
import { wireId } from '../shared/kernel/ids.js';
import { CliFault } from './cli-fault.js';
import type { Command, DatabaseCommand } from './command.js';
import { DATA_FOLDER_COMMANDS } from './data-folder-commands.js';
import {
  assertKnown,
  isScope,
  keyName,
  keyUuid,
  lifetimeMs,
  noScope,
  rateLimit,
  tenantName,
} from './rules.js';
import { domainTable, keyTable, tenantTable } from './tables.js';

const createTenant: DatabaseCommand = {
  name: 'tenant create',
  operands: ['<name>'],
  options: {},
  about: 'Create a tenant and print its id',
  prepare({ operands: [text = ''] }) {
    const name = tenantName(text);
    return async ({ tenants }) => {
      const id = await tenants.create(name);
      if (!id) throw new CliFault(`The tenant "${name}" already exists; choose another name.`);
      return wireId('tenant', id);
    };
  },
};

const listTenants: DatabaseCommand = {
  name: 'tenant list',
  operands: [],
  options: {},
  about: 'List all tenants with the number of their valid keys',
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
    name: '[--name <name>]',
    scope: '[--scope <scope>]...',
    expires: '[--expires <time>]',
    'rate-limit': '[--rate-limit <limit>]',
  },
  about: 'Create an API key and print it, only this once',
  async prepare({ options }) {
    if (!options.tenant) throw new CliFault('The name of the tenant is missing: --tenant <name>');
    const tenant = options.tenant;
    const name = options.name === undefined ? undefined : keyName(options.name);
    const scopes = [...new Set(options.scope ?? ['*'])];
    const wrong = scopes.find((each) => !isScope(each));
    // Loaded only for an invalid scope, because the application takes seconds to load.
    if (wrong !== undefined) throw noScope(wrong, (await import('./application.js')).SCOPES);
    const lifetime = options.expires === undefined ? undefined : lifetimeMs(options.expires);
    const limit = options['rate-limit'] === undefined ? undefined : rateLimit(options['rate-limit']);
    return async ({ tenants, keys, knownScopes }) => {
      if (scopes.some((each) => each !== '*')) assertKnown(scopes, await knownScopes());
      const tenantId = await tenants.idOf(tenant);
      if (!tenantId)
        throw new CliFault(`There is no tenant "${tenant}"; "tenant create <name>" creates one.`);
      // Computed only now: the database's clock decides, and it is known once there is a connection.
      const expiresAt = lifetime === undefined ? undefined : new Date(clock.now().getTime() + lifetime);
      return keys.generate({ tenantId, origin: 'cli', name, scopes, expiresAt, rateLimit: limit });
    };
  },
};

const listKeys: DatabaseCommand = {
  name: 'key list',
  operands: [],
  options: {},
  about: 'List all keys, without their secrets',
  prepare:
    () =>
    async ({ keys }) =>
      keyTable(await keys.list(), clock.now()),
};

const revokeKey: DatabaseCommand = {
  name: 'key revoke',
  operands: ['<key_...>'],
  options: {},
  about: 'Revoke a key and its children; running processes refuse them within a second',
  prepare({ operands: [id = ''] }) {
    const uuid = keyUuid(id);
    return async ({ keys }) => {
      if (!(await keys.revoke(uuid))) throw new CliFault(`There is no key ${id}; "key list" shows all keys.`);
      const done = `${id} is revoked.`;
      if (!(await keys.leftNobody(uuid))) return done;
      return `${done} Its tenant has no key left that can manage keys and does not expire; "key create" makes one.`;
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
      await prepareSchema(printProgress(process.stdout));
      return 'The database schema is up to date.';
    },
};

const addSamples: DatabaseCommand = {
  name: 'sample',
  operands: [],
  options: { reset: '[--reset]' },
  about: `Add the sample records of the docs to the tenant ${DEFAULT_TENANT}, for each module that has none yet; --reset restores all of them to their initial state`,
  prepare:
    ({ options }) =>
    async ({ tenants, addSamples, resetSamples }) => {
      const tenantId = await tenants.idOf(DEFAULT_TENANT);
      if (!tenantId)
        throw new CliFault(`There is no tenant "${DEFAULT_TENANT}" yet; starting the service creates it.`);
      if (options.reset) {
        await resetSamples(tenantId);
        return 'All samples are restored to their initial state.';
      }
      const added = await addSamples(tenantId);
      return added.length > 0
        ? `Samples were added: ${added.join(', ')}.`
        : 'Every module already has samples; "sample --reset" restores them to their initial state.';
    },
};

const recompose: DatabaseCommand = {
  name: 'recompose',
  operands: [],
  options: {},
  about:
    'Recompose now the published versions that an older release composed; otherwise workers do it within minutes',
  prepare:
    () =>
    async ({ recompose }) => {
      await recompose();
      return 'All published versions are composed by the rules of this release.';
    },
};

const listDomains: DatabaseCommand = {
  name: 'domain list',
  operands: [],
  options: {},
  about: 'List the domains of all tenants, and whether they are proven',
  prepare:
    () =>
    async ({ domains }) =>
      domainTable(await domains()),
};

const releaseDomain: DatabaseCommand = {
  name: 'domain release',
  operands: ['<domain>'],
  options: {},
  about: 'Remove the proof of a domain from its tenant, so that another tenant can prove it',
  prepare:
    ({ operands: [domain = ''] }) =>
    async ({ releaseDomain }) => {
      if (await releaseDomain(domain)) return `Any tenant can now prove ${domain}.`;
      throw new CliFault(`No tenant has proven "${domain}"; "domain list" shows all domains.`);
    },
};

export const COMMANDS: readonly Command[] = [
  ...[createTenant, listTenants, createKey, listKeys, revokeKey],
  ...[migrate, addSamples, recompose],
  ...[listDomains, releaseDomain],
  ...DATA_FOLDER_COMMANDS,
];
