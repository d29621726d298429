import type { Round } from './load.ts';
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

/** Aligns the first column to the left, and the others to the right. */
export function table(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (row: string[]) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join('  ');
  return rows.map((row) => line(row).trimEnd()).join('\n');
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

export function latency({ p50, p99 }: Round): string {
  return `${p50.toFixed(1)} / ${p99.toFixed(1)}`;
}

export function micros({ cpuMicros }: Round): string {
  return Number.isNaN(cpuMicros) ? '-' : cpuMicros.toFixed(0);
}
