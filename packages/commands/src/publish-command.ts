import type { Command } from 'commander';
import { calling } from './calling.js';
import type { Terminal } from './terminal.js';

interface PublishOptions {
  version?: string;
  wait?: boolean;
  timeout: string;
}

export function addPublishCommand(program: Command, terminal: Terminal): void {
  const publish = terminal
    .describe(program.command('publish'), {
      about: 'Publish a new version of the page of an audience, or a draft',
      examples: [
        'foyer publish page_01je7nqt00e008000000000001 audience_01je7nqt00e008000000000002 --wait',
        'foyer publish page_01je7nqt00e008000000000001 audience_01je7nqt00e008000000000002 --version version_01je7nqt00e008000000000003',
      ],
    })
    .argument('<page-id>', 'the page')
    .argument('<audience-id>', 'the audience')
    .option('--version <version-id>', 'publish this draft or scheduled version instead of a new one')
    .option('--wait', 'end when visitors see it; fail if it becomes a draft or is cancelled')
    .option('--timeout <seconds>', 'how long to wait', '60');
  calling<PublishOptions>(publish, terminal, async (foyer, options, pageId = '', audienceId = '') => {
    const waitMs = 1000 * secondsOf(options.timeout, terminal);
    const { versions } = foyer.pages.audiences;
    const queued = options.version
      ? await versions.publish(pageId, audienceId, options.version)
      : await versions.create(pageId, audienceId, {});
    const version = options.wait
      ? await versions.waitUntilPublished(pageId, audienceId, queued.versionId, { waitMs })
      : queued;
    const text = `${version.versionId} is ${version.status}.`;
    terminal.print({ text, json: version }, options);
  });
}

function secondsOf(text: string, terminal: Terminal): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw terminal.wrongWords(`"${text}" is not a time: use a whole number of seconds.`);
}
