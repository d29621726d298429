import type { Caller } from '../../auth/caller.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** Goes into the answer, the log line and the problem body. */
    id: string;
    caller?: Caller;
    /** The answer had begun when something went wrong, so its status says nothing of it. */
    hasFailed?: boolean;
    /** The body as it came, for `requestFingerprint`. */
    rawBody?: Buffer;
  }
}
