import { Injectable } from '@nestjs/common';

/** The maximum number of concurrent calls to one receiver: many while it accepts them, few while it fails. */
export const MAX_CALLS = 32;
export const MAX_CALLS_WHILE_FAILING = 2;

/** How long a call may take, how much of its answer is read, and how long its connection is kept. */
@Injectable()
export class CallLimits {
  /** For resolving the host, connecting, and the TLS handshake. */
  readonly connectMs: number = 5_000;
  /** From the start, including connecting, to the headers of the answer. */
  readonly callMs: number = 15_000;
  /** For the body of the answer. The body is only shown to people: the status counts without it. */
  readonly bodyMs: number = 5_000;
  readonly bodyBytes: number = 16 * 1024;
  /** All bytes before the body, including informational responses. */
  readonly headBytes: number = 16 * 1024;
  /** All bytes of an answer. A body in chunks of one byte takes six times its size. */
  readonly answerBytes: number = 128 * 1024;
  readonly idleMs: number = 4_000;
  readonly idleConnections: number = 256;
  /** Addresses are checked when a connection is opened, so a revoked permission takes effect after this time. */
  readonly connectionAgeMs: number = 60_000;
}
