import type { Cleanup } from '../setup/cleanup.ts';
import type { Options } from '../options.ts';
import type { Surroundings } from '../setup/servers.ts';
import { median } from '../measuring/statistics.ts';
import { table } from '../measuring/table.ts';
import { CALLS, DeliveryBench, EVENTS, SUBSCRIPTIONS, type Round } from './delivery-bench.ts';

const SINGLES = 50;
const WARM_UPS = 2;

/** Compares the speed of deliveries of committed events to the same calls alone. */
export async function measureDeliveries(
  place: Surroundings,
  { rounds }: Options,
  cleanup: Cleanup,
): Promise<string> {
  const bench = await DeliveryBench.open(place, cleanup);
  for (let warmUp = 0; warmUp < WARM_UPS; warmUp++) {
    await bench.delivered();
    await bench.sent();
    await bench.posted();
  }
  const delivered: Round[] = [];
  const sent: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    const turns = [
      async () => delivered.push(await bench.delivered()),
      async () => sent.push(await bench.sent()),
    ];
    for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn();
  }
  const posted: Round[] = [];
  for (let round = 0; round < rounds; round++) posted.push(await bench.posted());
  const single: number[] = [];
  for (let made = 0; made < SINGLES; made++) single.push(await bench.single());
  return [
    `${EVENTS} events to ${SUBSCRIPTIONS} subscriptions, medians of ${rounds} rounds`,
    resultTable({ delivered, sent, posted }),
    `from one event to its arrival at ${SUBSCRIPTIONS} idle subscriptions: p50 ${median(single).toFixed(1)} ms`,
  ].join('\n');
}

function resultTable({ delivered, sent, posted }: Record<'delivered' | 'sent' | 'posted', Round[]>): string {
  const msOf = (rounds: Round[]) => median(rounds.map(({ ms }) => ms));
  const line = (name: string, rounds: Round[]) => [
    name,
    ((CALLS * 1000) / msOf(rounds)).toFixed(0),
    (msOf(sent) / msOf(rounds)).toFixed(2),
    ((median(rounds.map(({ cpuMs }) => cpuMs)) * 1000) / CALLS).toFixed(0),
  ];
  return table([
    ['deliveries', 'calls/s', 'ratio', 'CPU µs/call'],
    line('undici alone', sent),
    line('committed events', delivered),
    line('events while they are posted', posted),
  ]);
}
