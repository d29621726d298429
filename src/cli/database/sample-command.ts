import type { Command } from 'commander';
import { DEFAULT_TENANT } from '../../shared/auth/default-tenant.js';
import { CliFault } from '../terminal/cli-fault.js';
import { describe } from '../terminal/describe.js';
import type { Actions } from './actions.js';
import type { CommandContext } from './command-context.js';

export function addSampleCommand(program: Command, actions: Actions): void {
  describe(program.command('sample'), {
    about: `Add the sample records of the docs to the tenant ${DEFAULT_TENANT}, for each module that has none yet`,
    examples: ['foyer sample', 'foyer sample --reset'],
  })
    .option('--reset', 'restore all samples to their initial state')
    .action(
      actions.inDatabase<{ reset?: boolean }>(({ reset }) => async (context) => {
        const tenantId = await context.tenants.idOf(DEFAULT_TENANT);
        if (!tenantId)
          throw new CliFault(`There is no tenant "${DEFAULT_TENANT}" yet; starting the service creates it.`);
        return reset ? resetAll(context, tenantId) : addMissing(context, tenantId);
      }),
    );
}

async function resetAll({ resetSamples }: CommandContext, tenantId: string) {
  await resetSamples(tenantId);
  return { text: 'All samples are restored to their initial state.', json: { reset: true } };
}

async function addMissing({ addSamples }: CommandContext, tenantId: string) {
  const added = await addSamples(tenantId);
  const text =
    added.length > 0
      ? `Samples were added: ${added.join(', ')}.`
      : 'Every module already has samples; "sample --reset" restores them to their initial state.';
  return { text, json: { added } };
}
