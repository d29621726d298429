import { setTimeout as wait } from 'node:timers/promises';
import type { Cleanup } from '../cleanup.ts';
import { startFoyer, type Surroundings, type Target } from '../servers.ts';

const WORKERS = 2;
const LIFE_MS = 1000;

/** Workers that are killed and started again, in turn, one each second as soon as it is up. */
export class Shift {
  private kills = 0;
  private isOver = false;
  private readonly lives: Promise<void>[];

  private readonly place: Surroundings;

  private constructor(place: Surroundings, workers: Target[]) {
    this.place = place;
    this.lives = workers.map((worker, index) => this.live(worker, (LIFE_MS * (index + 1)) / WORKERS));
  }

  static async begin(place: Surroundings, cleanup: Cleanup): Promise<Shift> {
    const workers = await Promise.all(Array.from({ length: WORKERS }, () => startWorker(place)));
    const shift = new Shift(place, workers);
    cleanup.add(() => shift.end());
    return shift;
  }

  /** Answers how many were killed. */
  async end(): Promise<number> {
    this.isOver = true;
    await Promise.all(this.lives);
    return this.kills;
  }

  private async live(first: Target, firstLifeMs: number): Promise<void> {
    await wait(firstLifeMs);
    for (let worker = first; ; worker = await startWorker(this.place), await wait(LIFE_MS)) {
      await worker.kill();
      this.kills++;
      if (this.isOver) return;
    }
  }
}

let started = 0;

function startWorker(place: Surroundings): Promise<Target> {
  const env = { ROLE: 'worker', MIGRATE: 'false', WEBHOOK_ALLOW_PRIVATE: '127.0.0.1' };
  return startFoyer({ ...place, env, logName: `worker-${started++}` });
}
