import type { Round } from './load.ts';

/** Aligns the first column to the left, and the others to the right. */
export function table(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (row: string[]) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join('  ');
  return rows.map((row) => line(row).trimEnd()).join('\n');
}

export function latency({ p50, p99 }: Round): string {
  return `${p50.toFixed(1)} / ${p99.toFixed(1)}`;
}

export function micros({ cpuMicros }: Round): string {
  return Number.isNaN(cpuMicros) ? '-' : cpuMicros.toFixed(0);
}
