import type { Command } from 'commander';
import { clock } from '../../shared/kernel/clock.js';
import { CliFault } from '../terminal/cli-fault.js';
import { describe } from '../terminal/describe.js';
import type { Actions } from './actions.js';
import type { CommandContext } from './command-context.js';
import { assertKnown, isScope, keyName, keyUuid, lifetimeMs, noScope, rateLimit } from './rules.js';

const SCOPES = '* for everything (the default), or <area>:read or <area>:write';
const TIME = 'ends after a number with m, h, d or w, such as 30m or 30d; the default is never';
const LIMIT = 'requests per second and a burst, such as 50:500; the limit of the tenant applies, too';

interface KeyOptions {
  tenant: string;
  name?: string;
  scope?: string[];
  expires?: string;
  rateLimit?: string;
}

export function addKeyCommands(program: Command, actions: Actions): void {
  const key = program.command('key').description('API keys');

  describe(key.command('create'), {
    about: 'Create an API key and print it, only this once',
    examples: [
      'foyer key create --tenant acme',
      'foyer key create --tenant acme --name Newsletter --scope topics:read --scope pages:read --expires 30d',
    ],
  })
    .requiredOption('--tenant <name>', 'name of the tenant')
    .option('--name <name>', 'what the key is for')
    .option('--scope <scope>', `${SCOPES}; can be repeated`, collect)
    .option('--expires <time>', TIME)
    .option('--rate-limit <limit>', LIMIT)
    .action(actions.inDatabase(prepareKey));

  describe(key.command('list'), {
    about: 'List all keys, without their secrets',
    examples: ['foyer key list'],
  }).action(
    actions.inDatabase(() => async ({ keys }) => {
      const { keyAnswer } = await import('./tables.js');
      return keyAnswer(await keys.list(), clock.now());
    }),
  );

  describe(key.command('revoke'), {
    about: 'Revoke a key and its children; running processes refuse them within a second',
    examples: ['foyer key revoke key_01k2ra0000e008000000000001'],
  })
    .argument('<key-id>', 'such as key_01k2ra0000e008000000000001')
    .action(
      actions.inDatabase((_options, id = '') => {
        const uuid = keyUuid(id);
        return (context) => revoke(context, id, uuid);
      }),
    );
}

async function prepareKey({ tenant, name: text, scope = ['*'], expires, rateLimit: limit }: KeyOptions) {
  const name = text === undefined ? undefined : keyName(text);
  const scopes = [...new Set(scope)];
  const wrong = scopes.find((each) => !isScope(each));
  // Loaded only for an invalid scope, because the application takes seconds to load.
  if (wrong !== undefined) throw noScope(wrong, (await import('./application.js')).SCOPES);
  const lifetime = expires === undefined ? undefined : lifetimeMs(expires);
  const given = {
    origin: 'cli',
    name,
    scopes,
    rateLimit: limit === undefined ? undefined : rateLimit(limit),
  } as const;
  return async ({ tenants, keys, knownScopes }: CommandContext) => {
    if (scopes.some((each) => each !== '*')) assertKnown(scopes, await knownScopes());
    const tenantId = await tenants.idOf(tenant);
    if (!tenantId) throw new CliFault(`There is no tenant "${tenant}"; "tenant create <name>" creates one.`);
    // Computed only now: the database's clock decides, and it is known once there is a connection.
    const expiresAt = lifetime === undefined ? undefined : new Date(clock.now().getTime() + lifetime);
    const key = await keys.generate({ ...given, tenantId, expiresAt });
    return { text: key, json: { key } };
  };
}

async function revoke({ keys }: CommandContext, id: string, uuid: string) {
  if (!(await keys.revoke(uuid))) throw new CliFault(`There is no key ${id}; "key list" shows all keys.`);
  const leavesNobody = await keys.leftNobody(uuid);
  const done = `${id} is revoked.`;
  const warning = `${done} Its tenant has no key left that can manage keys and does not expire; "key create" makes one.`;
  return { text: leavesNobody ? warning : done, json: { keyId: id, revoked: true, leavesNobody } };
}

function collect(value: string, values: string[] = []): string[] {
  return [...values, value];
}
