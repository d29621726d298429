import { Injectable } from '@nestjs/common';

/** How long a call may take, how much of its answer is read, and how long its connection is kept. */
@Injectable()
export class CallLimits {
  /** To resolve the host, connect to it, and finish the TLS handshake. */
  readonly connectMs: number = 5_000;
  /** Up to the head of the answer, connecting included. */
  readonly callMs: number = 15_000;
  /** For the body of the answer, which is only shown to people: the status counts without it. */
  readonly bodyMs: number = 5_000;
  readonly bodyBytes: number = 16 * 1024;
  /** All that comes before the body, informational answers included. */
  readonly headBytes: number = 16 * 1024;
  /** All bytes of an answer. A body that comes in chunks of one byte takes six times its size. */
  readonly answerBytes: number = 128 * 1024;
  readonly idleMs: number = 4_000;
  readonly idleConnections: number = 256;
  /** An address is checked when a connection is made, so a permission that was taken back ends after this time. */
  readonly connectionAgeMs: number = 60_000;
}
