import { drive, type Load, type Round } from './load.ts';
import type { Options } from './options.ts';
import type { Row } from './row.ts';
import type { Seed } from './seed.ts';
import type { Target } from './servers.ts';
import { median } from './statistics.ts';
import { memoryOf } from './usage.ts';

export interface Measured {
  name: string;
  limit: Round;
  foyer: Round;
  /** Resident memory of the service after the row, in megabytes. */
  memory: number;
}

export interface Contest {
  limit: Target;
  foyer: Target;
  seed: Seed;
}

/** In turn, so that whatever else happens on the machine happens to both. */
export async function measure(
  row: Row,
  { limit, foyer, seed }: Contest,
  options: Options,
): Promise<Measured> {
  const { connections, seconds, warmUpSeconds, rounds } = options;
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
    limit: typical(ofLimit),
    foyer: typical(ofFoyer),
    memory: await memoryOf(foyer.pid),
  };
}

function typical(rounds: readonly Round[]): Round {
  const of = (figure: keyof Round) => median(rounds.map((round) => round[figure]));
  return { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99'), cpuMicros: of('cpuMicros') };
}
