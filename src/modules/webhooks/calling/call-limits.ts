import { Injectable } from '@nestjs/common';

/** How long a call may take, how much of its answer is read, and what is kept open after it. */
@Injectable()
export class CallLimits {
  /** To find the host, reach it and agree on keys. */
  readonly connectMs: number = 5_000;
  /** From the call to the answer's head, connecting included. */
  readonly callMs: number = 15_000;
  /** For the answer's body, which is only kept to be shown: its status counts without it. */
  readonly bodyMs: number = 5_000;
  readonly bodyBytes: number = 16 * 1024;
  /** All that comes before the body, informational answers included. */
  readonly headBytes: number = 16 * 1024;
  /** Head, body and what frames them: a body that comes byte by byte takes six times its size. */
  readonly answerBytes: number = 128 * 1024;
  readonly idleMs: number = 4_000;
  readonly idleConnections: number = 256;
  /** What an address was allowed for ends with the connection. */
  readonly connectionAgeMs: number = 60_000;
}
