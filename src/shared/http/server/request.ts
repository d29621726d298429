import type { Caller } from '../../auth/keys/caller.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** Included in the answer, the log line and the problem body. */
    id: string;
    caller?: Caller;
    /** A failure occurred after the answer had begun, so the status does not show it. */
    hasFailed?: boolean;
    /** When an answer that stays open was begun, on the clock of `performance`. */
    openedAt?: number;
    /** The body as received, for `requestFingerprint`. */
    rawBody?: Buffer;
  }
}
