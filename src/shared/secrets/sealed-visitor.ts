import type { KeyObject } from 'node:crypto';
import { clock } from '../kernel/clock.js';
import { MINUTE_MS } from '../kernel/durations.js';
import { seal, unseal } from './secret-box.js';

/** The header in which the console passes on the address of its visitor. */
export const VISITOR_HEADER = 'x-foyer-visitor';

const OWNER = 'visitor of the console';

/** Longer than the repeats of a call take. */
const LIFETIME_MS = 5 * MINUTE_MS;

/** Only the service itself can seal an address: a caller of the API can't make one up. */
export function sealVisitor(secret: KeyObject, address: string): string {
  return seal(secret, OWNER, `${clock.now().getTime()} ${address}`).toString('base64url');
}

/** Undefined if the service did not seal it, or did so long ago. */
export function unsealVisitor(secret: KeyObject, sealed: string): string | undefined {
  const [at, address] = opened(secret, sealed).split(' ');
  const age = clock.now().getTime() - Number(at);
  return address !== undefined && age < LIFETIME_MS ? address : undefined;
}

function opened(secret: KeyObject, sealed: string): string {
  try {
    return unseal(secret, OWNER, Buffer.from(sealed, 'base64url'));
  } catch {
    return '';
  }
}
