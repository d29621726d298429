import { etagOf } from './etags.js';
import { FoyerError } from './foyer-error.js';
import type { AudienceVersion } from './generated/types.gen.js';
import { sleep, startTimer } from './timers.js';
import type { AnyOptions, Call, CallOptions } from './transport.js';

export interface WaitOptions extends CallOptions {
  /** How long to wait for the publication; 60,000 by default. */
  waitMs?: number;
}

/** A version that will not be published unless somebody acts. */
export class VersionNotPublishedError extends Error {
  override readonly name = 'VersionNotPublishedError';

  constructor(readonly version: AudienceVersion) {
    const { versionId, status, draftReason } = version;
    super(`Version ${versionId} is ${status}${draftReason ? `: ${draftReason.detail}` : ''}.`);
  }
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** Reads the version until it is published. An unchanged version is answered without a body. */
export async function waitUntilPublished(
  read: (options: AnyOptions) => Promise<AudienceVersion>,
  call: Call,
): Promise<AudienceVersion> {
  const { waitMs = 60_000, signal, ...options } = call.options as AnyOptions & WaitOptions;
  const limit = new AbortController();
  const abort = () => limit.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  let version: AudienceVersion | undefined;
  // Also a call that gets no answer ends then.
  const stopTimer = startTimer(waitMs, () => limit.abort(tooLate(version, waitMs, call)));
  try {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
      version = await read({ ...options, ...knownAs(version), signal: limit.signal });
      // A version that was published and has been replaced since is archived.
      if (version.publishedAt !== null) return version;
      if (['draft', 'cancelled', 'archived'].includes(version.status))
        throw new VersionNotPublishedError(version);
      await sleep(pauseMs, limit.signal);
    }
  } finally {
    stopTimer();
    signal?.removeEventListener('abort', abort);
  }
}

/** Proxies may take the ETag away. */
function knownAs(version: AudienceVersion | undefined): AnyOptions {
  return version && etagOf(version) !== undefined ? { ifNoneMatch: version } : {};
}

function tooLate(version: AudienceVersion | undefined, waitMs: number, { operation }: Call): FoyerError {
  const detail = version
    ? `Version ${version.versionId} is still ${version.status} after ${waitMs} ms.`
    : `There was no answer within ${waitMs} ms.`;
  return new FoyerError({ operation, code: 'timed_out', detail });
}
