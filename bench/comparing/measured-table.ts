import { latency, micros, table } from '../measuring/table.ts';
import type { Measured } from './measure.ts';

const HEAD = [
  ['operation', ''],
  ['connections', ''],
  ['limit', 'req/s'],
  ['Foyer', 'req/s'],
  ['ratio', ''],
  ['limit', 'p50/p99 ms'],
  ['Foyer', 'p50/p99 ms'],
  ['limit', 'CPU µs/req'],
  ['Foyer', 'CPU µs/req'],
  ['limit', 'RSS MB'],
  ['Foyer', 'RSS MB'],
];

export function measuredTable(measured: readonly Measured[]): string {
  return table([
    HEAD.map(([name]) => name ?? ''),
    HEAD.map(([, unit]) => unit ?? ''),
    ...measured.map(cells),
  ]);
}

function cells({ name, connections, limit, foyer, memory }: Measured): string[] {
  return [
    name,
    String(connections),
    limit.perSecond.toFixed(0),
    foyer.perSecond.toFixed(0),
    (foyer.perSecond / limit.perSecond).toFixed(2),
    latency(limit),
    latency(foyer),
    micros(limit),
    micros(foyer),
    memory.limit.toFixed(0),
    memory.foyer.toFixed(0),
  ];
}
