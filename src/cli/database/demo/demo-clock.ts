import { AsyncLocalStorage } from 'node:async_hooks';
import { clock } from '../../../shared/kernel/clock.js';

/**
 * The time in which this process lives while it makes the demo. Work has its own time, because several visits are made
 * at once; requests to the own API arrive outside of any work, and have the time of the day.
 */
export class DemoClock {
  private readonly ofWork = new AsyncLocalStorage<number>();
  private ofDay: number | undefined;

  constructor() {
    clock.liveIn(() => this.ofWork.getStore() ?? this.ofDay);
  }

  /** From now on, until the next call. */
  begin(time: number): void {
    this.ofDay = time;
  }

  at<Result>(time: number, work: () => Result): Result {
    return this.ofWork.run(time, work);
  }

  end(): void {
    this.ofDay = undefined;
  }
}
