import type { Command } from 'commander';
import { describe } from '../terminal/describe.js';
import type { Actions } from './actions.js';

export function addSchemaCommands(program: Command, actions: Actions): void {
  describe(program.command('migrate'), {
    about: 'Bring the database schema up to date',
    examples: ['foyer migrate'],
  }).action(
    actions.inDatabase(
      ({ json }) =>
        async ({ prepareSchema }) => {
          const { printProgress } = await import('../../application/print-progress.js');
          await prepareSchema(printProgress(json ? process.stderr : process.stdout));
          return { text: 'The database schema is up to date.', json: { isUpToDate: true } };
        },
      { migrates: true },
    ),
  );

  describe(program.command('recompose'), {
    about:
      'Recompose now the published versions that an older release composed; otherwise workers do it within minutes',
    examples: ['foyer recompose'],
  }).action(
    actions.inDatabase(() => async ({ recompose }) => {
      await recompose();
      const text = 'All published versions are composed by the rules of this release.';
      return { text, json: { isUpToDate: true } };
    }),
  );
}
