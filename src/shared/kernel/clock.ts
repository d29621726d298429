/**
 * The only source of the current time, in whole milliseconds, so that a test can move it. It follows the database's
 * clock, which all processes share: each process learns how far that clock is ahead of its machine's (decision 65).
 */
class Clock {
  private aheadMs = 0;
  private past: (() => number | undefined) | undefined;

  now(): Date {
    return new Date(this.past?.() ?? Date.now() + this.aheadMs);
  }

  /**
   * For a process that makes up what happened in the past (decision 116), and does nothing else: it is the time that
   * `past` returns, in milliseconds, where that returns any.
   */
  liveIn(past: () => number | undefined): void {
    this.past = past;
  }

  /** The current time, but never before `earliest`: two processes may still differ by some milliseconds. */
  notBefore(earliest: Date): Date {
    const now = this.now();
    return now < earliest ? earliest : now;
  }

  /**
   * Learns from one reading of the other clock, and of this machine's clock just before and after it. The earlier
   * offset is kept while it agrees with the reading: a slow answer is less precise than a quick one.
   */
  follow({ sentMs, theirMs, receivedMs }: { sentMs: number; theirMs: number; receivedMs: number }): void {
    // Both clocks show whole milliseconds.
    const [least, most] = [theirMs - receivedMs - 1, theirMs - sentMs + 1];
    if (this.aheadMs < least || this.aheadMs > most) this.aheadMs = Math.round((least + most) / 2);
  }
}

export const clock = new Clock();
