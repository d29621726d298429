import type { Command } from 'commander';
import { EXIT } from '../terminal/cli-fault.js';
import { describe } from '../terminal/describe.js';
import { tableOf } from '../terminal/table.js';
import type { Actions } from './actions.js';

export function addDoctorCommand(program: Command, actions: Actions): void {
  describe(program.command('doctor'), {
    about:
      'Check settings, versions, database, migrations, clock, disk, pooler, service and site: what is wrong, and what to do; changes nothing, and exits with 1 if something is wrong',
    examples: ['foyer doctor', 'foyer doctor --json'],
  }).action(
    actions.alone(async () => {
      const { assertNodeIsNewEnough } = await import('../../application/node-version.js');
      // An older Node fails while it loads what the doctor uses.
      assertNodeIsNewEnough();
      const { examine } = await import('./doctor/examine.js');
      const json = await examine(process.env);
      const table = tableOf(json, [
        ['CHECK', ({ check }) => check],
        ['STATE', ({ state }) => state],
        [
          'FOUND',
          ({ found, advice }) => (advice === null ? found : `${found.replace(/\.$/, '')}. ${advice}`),
        ],
      ]);
      return { json, table, exitCode: json.some(({ state }) => state === 'wrong') ? EXIT.failed : EXIT.done };
    }),
  );
}
