import { styleText } from 'node:util';
import type { Command } from 'commander';
import type { Event } from '@foyer/client';
import { calling, collect, oneLine } from './calling.js';
import { follow, type Feed, type FeedOptions } from './following.js';
import type { Terminal } from './terminal.js';

export function addEventCommands(program: Command, terminal: Terminal): void {
  const events = program.command('events').description('Events of the tenant');
  const tail = terminal.describe(events.command('tail'), {
    about: 'Show events as they happen, until Ctrl-C; with --json one in each line',
    examples: [
      'foyer events tail',
      'foyer events tail --type form.submitted --type form.enriched',
      'foyer events tail --from 2026-01-31T09:00:00Z --count 10 --json',
    ],
  });
  calling<FeedOptions>(feedOptions(tail), terminal, async (foyer, options) => {
    const feed = feedOf(options, terminal);
    const ready = () => process.stderr.write('Waiting for events.\n');
    await follow(foyer, feed, ready, (event) =>
      terminal.print({ json: event, text: lineOf(event) }, options),
    );
  });
}

/** The options that choose events. */
export function feedOptions(command: Command): Command {
  return command
    .option('--type <type>', 'only events of this kind; can be repeated', collect)
    .option('--resource <id>', 'only events of this record')
    .option('--from <time>', 'begin with the kept events of this time, such as 2026-01-31T09:00:00Z')
    .option('--count <number>', 'end after so many events');
}

export function feedOf({ type = [], resource, from, count }: FeedOptions, terminal: Terminal): Feed {
  if (count !== undefined && !/^\d{1,9}$/.test(count))
    throw terminal.wrongWords(`"${count}" is not a count: use a whole number.`);
  return {
    types: [...new Set(type)],
    resource,
    from,
    count: count === undefined ? undefined : Number(count),
  };
}

/** Time, kind, and the ids that the event names. */
function lineOf({ timestamp, payload }: Event): string {
  const { type, ...details } = payload as { type: string } & Record<string, unknown>;
  const ids = Object.entries(details).filter(([, value]) => typeof value === 'string');
  return [
    timeOf(timestamp),
    styleText('bold', oneLine(type).padEnd(24)),
    ...ids.map(([name, id]) => `${name}=${oneLine(String(id))}`),
  ].join('  ');
}

export function timeOf(wireTime: string): string {
  return new Date(Number(wireTime)).toISOString();
}
