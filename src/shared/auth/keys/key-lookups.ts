import { Injectable } from '@nestjs/common';
import { KeyStore, type StoredKey } from './key-store.js';

const MAX_BATCH = 500;

interface LookUp {
  hash: Buffer;
  found: Promise<StoredKey | undefined>;
  settle: (key: StoredKey | undefined) => void;
  fail: (error: unknown) => void;
}

/**
 * Looks up keys in batches, one batch at a time: keys that are requested at one moment, or during a batch, form the
 * next one. So a flood of unknown keys costs the database no more than a few do, and does not delay callers with valid
 * keys.
 */
@Injectable()
export class KeyLookUps {
  private readonly waiting = new Map<string, LookUp>();
  private isRunning = false;

  constructor(private readonly store: KeyStore) {}

  /** Looks up a key once, however many requests wait for it. Finds its state at the time of the call or later. */
  find(id: string, hash: Buffer): Promise<StoredKey | undefined> {
    const known = this.waiting.get(id);
    if (known) return known.found;
    const { promise: found, resolve: settle, reject: fail } = Promise.withResolvers<StoredKey | undefined>();
    this.waiting.set(id, { hash, found, settle, fail });
    if (!this.isRunning) void this.run();
    return found;
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    // Whoever asks in this turn is in the first batch.
    await Promise.resolve();
    while (this.waiting.size > 0) await this.lookUp(this.nextBatch());
    this.isRunning = false;
  }

  private nextBatch(): LookUp[] {
    const batch = [...this.waiting.entries()].slice(0, MAX_BATCH);
    for (const [id] of batch) this.waiting.delete(id);
    return batch.map(([, lookUp]) => lookUp);
  }

  private async lookUp(batch: readonly LookUp[]): Promise<void> {
    try {
      const keys = await this.store.findByHashes(batch.map(({ hash }) => hash));
      const byHash = new Map(
        keys.flatMap((key) => hashesOf(key).map((hash) => [hash.toString('base64'), key])),
      );
      for (const { hash, settle } of batch) settle(byHash.get(hash.toString('base64')));
    } catch (error) {
      for (const { fail } of batch) fail(error);
    }
  }
}

function hashesOf({ hash, previousHash }: StoredKey): Buffer[] {
  return previousHash ? [hash, previousHash] : [hash];
}
