import { setTimeout as wait } from 'node:timers/promises';
import type { Cleanup } from '../setup/cleanup.ts';
import { lossesIn, startReceiver, type Losses } from '../failover/failover.ts';
import { FailoverLoad } from '../failover/failover-load.ts';
import { startFoyer, type Surroundings, type Target } from '../setup/servers.ts';
import { median } from '../measuring/statistics.ts';
import { table } from '../measuring/table.ts';
import { VisitorLoad, type VisitorLosses } from './visitor-load.ts';

/** After this time, a process is killed and replaced. */
const LIFE_MS = 60_000;
/** Time for work in progress to finish after the load ends. */
const SETTLE_MS = 11_000;
const SAMPLES_PER_MINUTE = 4;
const MEGABYTE = 1_048_576;

const HEAD = ['minute', 'resident MB', 'heap MB', 'answered', 'failed', 'by visitors', 'failed'];

interface Sample {
  residentMb: number;
  heapMb: number;
}

/**
 * Load on two processes, one of which is killed repeatedly. Every acknowledged write must exist at the end, and the
 * memory of the surviving process must not grow.
 */
export async function soak(place: Surroundings, minutes: number, cleanup: Cleanup): Promise<string> {
  const steady = await startFoyer({ ...place, ...SETTINGS, logName: 'steady' });
  cleanup.add(() => steady.stop());
  const mortal = new Mortal(place);
  const services = [steady, await mortal.start()];
  cleanup.add(() => mortal.stop());
  const arrivals = await startReceiver(steady, place.tempDir, cleanup);
  const load = new FailoverLoad(services);
  await load.start();
  cleanup.add(() => load.stop());
  const visitors = new VisitorLoad(services);
  await visitors.start();
  cleanup.add(() => visitors.stop());

  const killing = mortal.dieAgainAndAgain((next) => (services[1] = next));
  const [rows, samples] = await watch(steady, load, visitors, minutes);
  await killing();
  await Promise.all([load.stop(), visitors.stop()]);
  await wait(SETTLE_MS);
  const losses = {
    ...(await lossesIn(place.databaseUrl, load.acknowledged, arrivals)),
    ...(await visitors.losses(place.databaseUrl)),
  };
  if (Object.values(losses).some((count) => count > 0)) process.exitCode = 1;
  return [table(rows), ...summary(samples, mortal.kills, losses, load, visitors)].join('\n');
}

/** Visitors come from many addresses, as a proxy reports them. */
const SETTINGS = { env: { WEBHOOK_ALLOW_PRIVATE: '127.0.0.1', TRUST_PROXY: '1' } };

/** The process that is killed, and its successors. */
class Mortal {
  kills = 0;
  private readonly place: Surroundings;
  private current?: Target;
  private isOver = false;

  constructor(place: Surroundings) {
    this.place = place;
  }

  async start(): Promise<Target> {
    this.current = await startFoyer({ ...this.place, ...SETTINGS, logName: `mortal-${this.kills}` });
    return this.current;
  }

  async stop(): Promise<void> {
    await this.current?.stop();
  }

  /** Returns a function that ends the loop. */
  dieAgainAndAgain(onStarted: (target: Target) => void): () => Promise<void> {
    const loop = (async () => {
      for (;;) {
        await wait(LIFE_MS);
        if (this.isOver) return;
        await this.current!.kill();
        this.kills++;
        onStarted(await this.start());
      }
    })();
    return () => {
      this.isOver = true;
      return loop;
    };
  }
}

async function watch(
  steady: Target,
  load: FailoverLoad,
  visitors: VisitorLoad,
  minutes: number,
): Promise<[string[][], Sample[]]> {
  const rows = [HEAD];
  const samples: Sample[] = [];
  for (let minute = 1; minute <= minutes; minute++) {
    load.beginPhase();
    visitors.failures.clear();
    visitors.answered = 0;
    for (let sample = 0; sample < SAMPLES_PER_MINUTE; sample++) {
      await wait(60_000 / SAMPLES_PER_MINUTE);
      samples.push(await memoryOf(steady));
    }
    const { answered, failures } = load.endPhase();
    const latest = samples.slice(-SAMPLES_PER_MINUTE);
    const figures = [of(latest, 'residentMb'), of(latest, 'heapMb')].map((figure) => figure.toFixed(0));
    const loads = [
      { answered, failures },
      { answered: visitors.answered, failures: visitors.failures },
    ];
    rows.push([String(minute), ...figures, ...loads.flatMap(countsOf)]);
    process.stderr.write(`${rows.at(-1)!.join('  ')}\n`);
  }
  return [rows, samples];
}

function countsOf({ answered, failures }: { answered: number; failures: Map<string, number> }): string[] {
  const failed = [...failures].map(([how, count]) => `${count} × ${how}`).join(', ') || '0';
  return [String(answered), failed];
}

async function memoryOf({ url, headers }: Target): Promise<Sample> {
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  const megabytes = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]) / MEGABYTE;
  return {
    residentMb: megabytes('process_resident_memory_bytes'),
    heapMb: megabytes('nodejs_heap_size_used_bytes'),
  };
}

const of = (samples: readonly Sample[], figure: keyof Sample) =>
  median(samples.map((sample) => sample[figure]));

/** The first minutes fill caches, so growth is measured from the second quarter to the last. */
function summary(
  samples: readonly Sample[],
  kills: number,
  losses: Losses & VisitorLosses,
  load: FailoverLoad,
  visitors: VisitorLoad,
): string[] {
  const quarter = Math.ceil(samples.length / 4);
  const growth = (figure: keyof Sample) =>
    (of(samples.slice(-quarter), figure) / of(samples.slice(quarter, 2 * quarter), figure)).toFixed(2);
  const { topicIds, versionIds } = load.acknowledged;
  return [
    `${kills} kills; acknowledged: ${topicIds.length} topics, ${versionIds.length} versions, ${visitors.acknowledged}`,
    `memory in the last quarter relative to the second: resident ${growth('residentMb')}, heap ${growth('heapMb')}`,
    `lost writes ${losses.writes}, stuck versions ${losses.stuckVersions}, lost deliveries ${losses.deliveries}, ` +
      `out of order ${losses.outOfOrder}`,
    `of visitors: lost events ${losses.events}, lost forms ${losses.forms}, forms stored twice ${losses.doubledForms}, ` +
      `lost questions ${losses.questions}, stuck visits ${losses.stuckVisits}`,
  ];
}
