import type { Command } from 'commander';
import { wireId } from '../../shared/kernel/ids.js';
import { CliFault } from '../terminal/cli-fault.js';
import { describe } from '../terminal/describe.js';
import type { Actions } from './actions.js';
import { tenantName } from './rules.js';

export function addTenantCommands(program: Command, actions: Actions): void {
  const tenant = program.command('tenant').description('Tenants, each with its own records and keys');

  describe(tenant.command('create'), {
    about: 'Create a tenant and print its id',
    examples: ['foyer tenant create acme'],
  })
    .argument('<name>', 'printable characters')
    .action(
      actions.inDatabase((_options, text = '') => {
        const name = tenantName(text);
        return async ({ tenants }) => {
          const id = await tenants.create(name);
          if (!id) throw new CliFault(`The tenant "${name}" already exists; choose another name.`);
          const tenantId = wireId('tenant', id);
          return { text: tenantId, json: { tenantId } };
        };
      }),
    );

  describe(tenant.command('list'), {
    about: 'List all tenants with the number of their valid keys',
    examples: ['foyer tenant list', 'foyer tenant list --json'],
  }).action(
    actions.inDatabase(() => async ({ tenants }) => {
      const [{ tenantAnswer }, { clock }] = await Promise.all([
        import('./tables.js'),
        import('../../shared/kernel/clock.js'),
      ]);
      return tenantAnswer(await tenants.list(clock.now()));
    }),
  );
}
