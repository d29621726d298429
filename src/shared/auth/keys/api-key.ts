import { hash, randomBytes } from 'node:crypto';
import { newUuid, uuidOf, wireId } from '../../kernel/ids.js';

interface NewKey {
  id: string;
  /** Shown once; only its hash is stored. */
  text: string;
}

/** `foyer_<26>_<secret>`: the middle is the key's id, so that a key that is found in a log can be revoked. */
export function generateKey(): NewKey {
  const id = newUuid();
  return { id, text: newSecretOf(id) };
}

/** A new text for a key that exists. */
export function newSecretOf(id: string): string {
  const suffix = wireId('key', id).slice('key_'.length);
  return `foyer_${suffix}_${randomBytes(24).toString('base64url')}`;
}

/** The id of a generated key, which is part of its text. */
export function keyIdOf(text: string): string | undefined {
  const [, suffix] = /^foyer_([^_]+)_/.exec(text) ?? [];
  return suffix && uuidOf('key', `key_${suffix}`);
}

/** A plain hash is enough: a key is long and random, so brute force cannot find it. */
export function hashKey(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
