import type { Command } from 'commander';
import type { RootModule } from '../../application/app.setup.js';
import type { Settings } from '../../shared/config/settings.js';
import { type Answer, printAnswer } from '../terminal/answer.js';
import { nameOf } from '../terminal/describe.js';
import type { Work } from './command-context.js';

type Action = (...words: unknown[]) => Promise<void>;

type Options<Own> = Own & { json?: boolean };

/** What commands of the database do. They load what takes long only when they run. */
export class Actions {
  constructor(private readonly loadRoot: () => Promise<RootModule>) {}

  /** `prepare` judges the words before anything is opened; the work runs with the database open. */
  inDatabase<Own>(
    prepare: (options: Options<Own>, ...operands: string[]) => Work | Promise<Work>,
    { migrates = false } = {},
  ): Action {
    return answering<Own>(async (command, options, operands) => {
      const work = await prepare(options, ...operands);
      const { openAndWork } = await import('./open-and-work.js');
      return openAndWork({ command: nameOf(command), migrates, loadRoot: this.loadRoot }, work);
    });
  }

  /** For a command that opens the database itself. */
  withSettings<Own>(
    work: (settings: Settings, options: Options<Own>, ...operands: string[]) => Promise<Answer>,
  ): Action {
    return this.alone<Own>(async (options, ...operands) => {
      const { readSettings } = await import('../../shared/config/settings.js');
      return work(readSettings(process.env), options, ...operands);
    });
  }

  /** For a command that works even if the settings are wrong. */
  alone<Own>(work: (options: Options<Own>, ...operands: string[]) => Promise<Answer>): Action {
    return answering<Own>((_command, options, operands) => work(options, ...operands));
  }
}

function answering<Own>(
  work: (command: Command, options: Options<Own>, operands: string[]) => Promise<Answer>,
): Action {
  return async (...words) => {
    const { assertNodeIsNewEnough } = await import('../../application/node-version.js');
    assertNodeIsNewEnough();
    const command = words.at(-1) as Command;
    const options: Options<Own> = command.opts();
    printAnswer(await work(command, options, words.slice(0, -2) as string[]), options);
  };
}
