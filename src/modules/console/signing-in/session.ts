import { randomBytes, type KeyObject } from 'node:crypto';
import { clock } from '../../../shared/kernel/clock.js';
import { HOUR_MS, MINUTE_MS } from '../../../shared/kernel/durations.js';
import { seal, unseal } from '../../../shared/secrets/secret-box.js';

/** What the cookie of a signed-in person has. The row of its key is the only thing that is stored. */
export interface Session {
  /** Forms are bound to it. */
  id: string;
  /** The child key that was made for this session, and its id. */
  key: string;
  keyId: string;
  usedAt: number;
}

export const IDLE_END_MS = 8 * HOUR_MS;

/** The last use is noted this exactly. */
const NOTED_EVERY_MS = MINUTE_MS;

const OWNER = 'session of the console';
const ID_BYTES = 16;

export function newSession(key: string, keyId: string): Session {
  const now = clock.now().getTime();
  return { id: randomBytes(ID_BYTES).toString('base64url'), key, keyId, usedAt: now };
}

/** When the session ends, unless it is used before. A used session ends with its key, which works for a week. */
export function endOf({ usedAt }: Session): number {
  return usedAt + IDLE_END_MS;
}

export function hasEnded(session: Session): boolean {
  return clock.now().getTime() >= endOf(session);
}

/** The session with its new last use, or undefined if the noted one is recent enough. */
export function usedAgain(session: Session): Session | undefined {
  const now = clock.now().getTime();
  return now - session.usedAt < NOTED_EVERY_MS ? undefined : { ...session, usedAt: now };
}

export function sealSession(secret: KeyObject, session: Session): string {
  return seal(secret, OWNER, JSON.stringify(session)).toString('base64url');
}

/** Undefined if the service did not seal it. */
export function unsealSession(secret: KeyObject, sealed: string): Session | undefined {
  try {
    return JSON.parse(unseal(secret, OWNER, Buffer.from(sealed, 'base64url'))) as Session;
  } catch {
    return undefined;
  }
}
