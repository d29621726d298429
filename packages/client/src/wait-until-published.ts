import { FoyerError } from './foyer-error.js';
import type { AudienceVersion } from './generated/types.gen.js';
import { sleep } from './timers.js';
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
  const { waitMs = 60_000, ...options } = call.options as AnyOptions & WaitOptions;
  const end = Date.now() + waitMs;
  let version = await read(options);
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    // A version that was published and has been replaced since is archived.
    if (version.publishedAt !== null) return version;
    if (['draft', 'cancelled', 'archived'].includes(version.status))
      throw new VersionNotPublishedError(version);
    if (Date.now() + pauseMs > end) throw tooLate(version, waitMs, call);
    await sleep(pauseMs, options.signal);
    version = await read({ ...options, ifNoneMatch: version });
  }
}

function tooLate({ versionId, status }: AudienceVersion, waitMs: number, { operation }: Call): FoyerError {
  const detail = `Version ${versionId} is still ${status} after ${waitMs} ms.`;
  return new FoyerError({ operation, code: 'timed_out', detail });
}
