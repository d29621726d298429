import type { Command } from 'commander';
import { CliFault } from '../terminal/cli-fault.js';
import { describe } from '../terminal/describe.js';
import type { Actions } from './actions.js';

export function addDomainCommands(program: Command, actions: Actions): void {
  const domain = program.command('domain').description("Tenants' own domains");

  describe(domain.command('list'), {
    about: 'List the domains of all tenants, and whether they are proven',
    examples: ['foyer domain list'],
  }).action(
    actions.inDatabase(() => async ({ domains }) => {
      const { domainAnswer } = await import('./tables.js');
      return domainAnswer(await domains());
    }),
  );

  describe(domain.command('release'), {
    about: 'Remove the proof of a domain from its tenant, so that another tenant can prove it',
    examples: ['foyer domain release www.acme.example'],
  })
    .argument('<domain>', 'host name or URL')
    .action(
      actions.inDatabase((_options, name = '') => async ({ releaseDomain }) => {
        if (await releaseDomain(name))
          return { text: `Any tenant can now prove ${name}.`, json: { domain: name, released: true } };
        throw new CliFault(`No tenant has proven "${name}"; "domain list" shows all domains.`);
      }),
    );
}
