import { drive, type Load, type Round } from '../measuring/load.ts';
import type { Options } from '../options.ts';
import type { Row } from '../rows/row.ts';
import type { Seed } from '../seed.ts';
import type { Target } from '../setup/servers.ts';
import { median } from '../measuring/statistics.ts';
import { memoryOf } from '../measuring/usage.ts';

export interface Measured {
  name: string;
  connections: number;
  limit: Round;
  foyer: Round;
  /** Resident memory of both processes after the row, in megabytes. */
  memory: { limit: number; foyer: number };
}

export interface Contest {
  limit: Target;
  foyer: Target;
  seed: Seed;
}

/** The two take turns, so that other activity on the machine affects both. */
export async function measure(
  row: Row,
  connections: number,
  { limit, foyer, seed }: Contest,
  { seconds, warmUpSeconds, rounds }: Options,
): Promise<Measured> {
  const load: Load = { row, seed, connections, seconds };
  for (const target of [limit, foyer]) await drive(target, { ...load, seconds: warmUpSeconds });
  const ofLimit: Round[] = [];
  const ofFoyer: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    const turns = [
      async () => ofLimit.push(await drive(limit, load)),
      async () => ofFoyer.push(await drive(foyer, load)),
    ];
    for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn();
  }
  return {
    name: row.name,
    connections,
    limit: typical(ofLimit),
    foyer: typical(ofFoyer),
    memory: { limit: await memoryOf(limit.pid), foyer: await memoryOf(foyer.pid) },
  };
}

export function typical(rounds: readonly Round[]): Round {
  const of = (figure: keyof Round) => median(rounds.map((round) => round[figure]));
  return { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99'), cpuMicros: of('cpuMicros') };
}
