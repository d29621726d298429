import type { Lane } from '../../shared/jobs/lane-dispatcher.js';
import { clock } from '../../shared/kernel/clock.js';
import type { VisitComputer } from './visit-computer.js';
import type { VisitStore } from './visit-store.js';

/** So many are looked up at a time. */
const STEP = 100;

/** Looks at the visits of one tenant until none is due. */
export class VisitLane implements Lane {
  needsFetch = true;
  private isStopped = false;

  constructor(
    private readonly store: VisitStore,
    private readonly computer: VisitComputer,
  ) {}

  wake(): void {
    this.needsFetch = true;
  }

  stop(): void {
    this.isStopped = true;
  }

  abort(): void {
    this.stop();
  }

  async run(): Promise<void> {
    while (this.needsFetch && !this.isStopped) {
      this.needsFetch = false;
      const due = await this.store.due(clock.now(), STEP);
      for (const id of due) if (!this.isStopped) await this.computer.lookAt(id);
      if (due.length === STEP) this.needsFetch = true;
    }
  }
}
