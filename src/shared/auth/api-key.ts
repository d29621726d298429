import { hash, randomBytes } from 'node:crypto';
import { newUuid, uuidOf, wireId } from '../kernel/ids.js';

export interface NewKey {
  id: string;
  /** Shown once; only its hash is kept. */
  text: string;
}

/** `foyer_<26>_<secret>`: the middle names the key, so that one found in a log can be revoked. */
export function generateKey(): NewKey {
  const id = newUuid();
  const suffix = wireId('key', id).slice('key_'.length);
  return { id, text: `foyer_${suffix}_${randomBytes(24).toString('base64url')}` };
}

/** The id that a generated key names itself by. */
export function idInside(text: string): string | undefined {
  const [, suffix] = /^foyer_([^_]+)_/.exec(text) ?? [];
  return suffix && uuidOf('key', `key_${suffix}`);
}

/** A key is long and random, so a plain hash can't be searched for it, and costs a request next to nothing. */
export function hashKey(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
