/**
 * The one source of the present moment, in whole milliseconds, so that a test can move it. It goes by the database's
 * clock, which all processes share: each learns how far that is ahead of its machine's (decision 65).
 */
class Clock {
  private aheadMs = 0;

  now(): Date {
    return new Date(Date.now() + this.aheadMs);
  }

  /** The present moment, but never one before the given: two processes may still differ by some milliseconds. */
  notBefore(earliest: Date): Date {
    const now = this.now();
    return now < earliest ? earliest : now;
  }

  /**
   * Learns from one look at the other clock, and this machine's just before and after it. What was learned before is kept
   * while it agrees with that: a slow answer says less than a quick one.
   */
  follow({ sentMs, theirMs, receivedMs }: { sentMs: number; theirMs: number; receivedMs: number }): void {
    // Both show whole milliseconds.
    const [least, most] = [theirMs - receivedMs - 1, theirMs - sentMs + 1];
    if (this.aheadMs < least || this.aheadMs > most) this.aheadMs = Math.round((least + most) / 2);
  }
}

export const clock = new Clock();
