import type { Command } from 'commander';
import type { Foyer } from '@foyer/client';
import { calling } from './calling.js';
import { timeOf } from './event-commands.js';
import type { Answer, Terminal } from './terminal.js';

type Deliveries = Awaited<ReturnType<Foyer['webhookSubscriptions']['deliveries']['list']>>['items'];

const STATUSES = ['waiting', 'delivered', 'failed', 'cancelled'] as const;

interface ListOptions {
  status?: (typeof STATUSES)[number];
  event?: string;
  limit: string;
}

interface ReplayOptions {
  from: string;
  to?: string;
  dryRun?: boolean;
}

export function addDeliveryCommands(program: Command, terminal: Terminal): void {
  const deliveries = program.command('deliveries').description('Deliveries to webhook subscriptions');

  const list = terminal
    .describe(deliveries.command('list'), {
      about: 'List the deliveries of a subscription, newest first',
      examples: ['foyer deliveries list webhook_01je7nqt00e00800000000000g --status failed'],
    })
    .argument('<webhook-id>', 'the subscription')
    .option('--status <status>', `only these: ${STATUSES.join(', ')}`)
    .option('--event <event-id>', 'only the delivery of this event')
    .option('--limit <number>', 'how many at most', '50');
  calling<ListOptions>(list, terminal, async (foyer, options, id = '') => {
    const limit = limitOf(options.limit, terminal);
    const { status, event: eventId } = options;
    const query = { ...(status && { status }), ...(eventId && { eventId }), limit: Math.min(limit, 100) };
    const found: Deliveries[number][] = [];
    for await (const delivery of foyer.webhookSubscriptions.deliveries.list(id, query))
      if (found.push(delivery) >= limit) break;
    terminal.print(answerOf(found), options);
  });

  const retry = terminal
    .describe(deliveries.command('retry'), {
      about: 'Send a delivery again at once, with ten new attempts',
      examples: [
        'foyer deliveries retry webhook_01je7nqt00e00800000000000g delivery_01je7nqt00e00800000000000h',
      ],
    })
    .argument('<webhook-id>', 'the subscription')
    .argument('<delivery-id>', 'the delivery');
  calling(retry, terminal, async (foyer, options, id = '', deliveryId = '') => {
    const delivery = await foyer.webhookSubscriptions.deliveries.retry(id, deliveryId);
    terminal.print({ text: `${delivery.deliveryId} is ${delivery.status}.`, json: delivery }, options);
  });

  const replay = terminal
    .describe(deliveries.command('replay'), {
      about: 'Deliver the events of a time range again, in order',
      examples: [
        'foyer deliveries replay webhook_01je7nqt00e00800000000000g --from 2026-01-31T09:00:00Z --dry-run',
        'foyer deliveries replay webhook_01je7nqt00e00800000000000g --from 2026-01-31T09:00:00Z --to 2026-01-31T12:00:00Z',
      ],
    })
    .argument('<webhook-id>', 'the subscription')
    .requiredOption('--from <time>', 'the first time')
    .option('--to <time>', 'the time after the last one; now if not given')
    .option('--dry-run', 'count the events, and deliver none');
  calling<ReplayOptions>(replay, terminal, async (foyer, options, id = '') => {
    const { from, to, dryRun = false } = options;
    const done = await foyer.webhookSubscriptions.replay(id, { from, ...(to && { to }), dryRun });
    const are = dryRun ? 'would be' : 'are';
    terminal.print({ text: `${done.eventsCount} events ${are} delivered again.`, json: done }, options);
  });
}

function answerOf(deliveries: readonly Deliveries[number][]): Answer {
  if (deliveries.length === 0) return { text: 'None', json: deliveries };
  const head = ['DELIVERY', 'EVENT', 'KIND', 'STATUS', 'ATTEMPTS', 'ANSWER', 'NEXT ATTEMPT', 'CREATED'];
  const rows = deliveries.map((each) => [
    ...[each.deliveryId, each.eventId, each.eventType, each.status, String(each.attemptsCount)],
    String(each.responseStatus ?? each.error ?? '-'),
    each.nextAttemptAt === null ? '-' : timeOf(each.nextAttemptAt),
    timeOf(each.createdAt),
  ]);
  return { json: deliveries, table: { head, rows } };
}

function limitOf(text: string, terminal: Terminal): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw terminal.wrongWords(`"${text}" is not a limit: use a whole number from 1 to 999999.`);
}
