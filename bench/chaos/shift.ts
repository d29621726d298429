import { setInterval } from 'node:timers/promises';
import type { Cleanup } from '../setup/cleanup.ts';
import { startFoyer, type Surroundings, type Target } from '../setup/servers.ts';

/** A worker takes seconds to start; with this number, one is always running and another can be killed. */
const WORKERS = 4;
const KILL_EVERY_MS = 1000;

/** Workers; every second, the oldest one is killed and replaced. */
export class Shift {
  private kills = 0;
  private readonly starting = new Set<Promise<void>>();
  private readonly over = new AbortController();
  private readonly killing: Promise<void>;
  private readonly place: Surroundings;
  private readonly up: Target[];

  private constructor(place: Surroundings, workers: Target[]) {
    this.place = place;
    this.up = workers;
    this.killing = this.kill();
  }

  static async begin(place: Surroundings, cleanup: Cleanup): Promise<Shift> {
    const workers = await Promise.all(Array.from({ length: WORKERS }, () => startWorker(place)));
    const shift = new Shift(place, workers);
    cleanup.add(() => shift.end());
    return shift;
  }

  /** Returns the number of killed workers. */
  async end(): Promise<number> {
    this.over.abort();
    await this.killing;
    await Promise.all(this.starting);
    for (const worker of this.up.splice(0)) await worker.kill();
    return this.kills;
  }

  private async kill(): Promise<void> {
    try {
      for await (const _ of setInterval(KILL_EVERY_MS, undefined, { signal: this.over.signal })) {
        const oldest = this.up.shift();
        if (!oldest) continue;
        await oldest.kill();
        this.kills++;
        this.replace();
      }
    } catch (error) {
      if (!this.over.signal.aborted) throw error;
    }
  }

  private replace(): void {
    const start = startWorker(this.place).then((worker) => void this.up.push(worker));
    this.starting.add(start);
    void start.finally(() => this.starting.delete(start));
  }
}

let started = 0;

function startWorker(place: Surroundings): Promise<Target> {
  const env = { ROLE: 'worker', MIGRATE: 'false', WEBHOOK_ALLOW_PRIVATE: '127.0.0.1' };
  return startFoyer({ ...place, env, logName: `worker-${started++}` });
}
