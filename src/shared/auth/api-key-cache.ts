import { hash, timingSafeEqual } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { clock } from '../kernel/clock.js';
import { hashKey } from './api-key.js';
import type { Caller } from './caller.js';
import { KeyStore, type StoredKey } from './key-store.js';

/** A revoked key stops working within this time. */
const CACHE_MS = 5000;
const MAX_CACHED_KEYS = 10_000;

interface Remembered {
  caller: Caller;
  expiresAt: number | null;
  until: number;
}

/** Tells who calls by a key, and remembers it for a few seconds, so that a request costs no look-up. */
@Injectable()
export class ApiKeyCache {
  private readonly remembered = new Map<string, Remembered>();
  private readonly logger = new Logger('auth');

  constructor(private readonly store: KeyStore) {}

  callerOf(text: string): Caller | undefined | Promise<Caller | undefined> {
    const name = nameOf(text);
    const known = this.remembered.get(name);
    const now = clock.now().getTime();
    if (known && known.until > now) return isOver(known.expiresAt, now) ? undefined : known.caller;
    return this.lookUp(name, hashKey(text), now);
  }

  private async lookUp(name: string, keyHash: Buffer, now: number): Promise<Caller | undefined> {
    const key = await this.store.findByHash(keyHash);
    if (!key || !timingSafeEqual(key.hash, keyHash) || key.revokedAt || isOver(key.expiresAt, now)) {
      this.remembered.delete(name);
      return undefined;
    }
    this.noteUse(key);
    return this.remember(name, key, now);
  }

  private remember(name: string, { id, tenantId, scopes, expiresAt }: StoredKey, now: number): Caller {
    if (this.remembered.size >= MAX_CACHED_KEYS) this.remembered.clear();
    const caller = { keyId: id, tenantId, scopes };
    this.remembered.set(name, { caller, expiresAt, until: now + CACHE_MS });
    return caller;
  }

  // The request does not wait for this; that a key was used is worth less than an answer.
  private noteUse(key: StoredKey): void {
    this.store
      .touch(key.id)
      .catch((error: unknown) => this.logger.warn({ msg: 'use of key not noted', error }));
  }
}

// A hash here too, so that no key lies in memory as it is.
function nameOf(text: string): string {
  return hash('sha256', text, 'base64');
}

function isOver(expiresAt: number | null, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}
