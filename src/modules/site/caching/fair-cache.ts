import { LRUCache } from 'lru-cache';

/** The share of a cache that a tenant may take from others. */
const MAX_SHARE = 1 / 4;

interface Kept<Value> {
  value: Value;
  tenantId: string;
}

/**
 * A cache of all tenants, limited in bytes. One tenant may fill it while there is room. If it is full, tenants with more
 * than a quarter lose their least recently used values first. A value of more than a quarter is not kept.
 */
export class FairCache<Value> {
  private readonly all: LRUCache<string, Kept<Value>>;
  /** By tenant: its keys, with the size of each value. */
  private readonly shares = new Map<string, LRUCache<string, true>>();
  private readonly maxShare: number;

  constructor(private readonly maxBytes: number) {
    this.maxShare = maxBytes * MAX_SHARE;
    this.all = new LRUCache({
      maxSize: maxBytes,
      dispose: ({ tenantId }, key) => this.removeFromShare(tenantId, key),
    });
  }

  get(key: string): Value | undefined {
    const kept = this.all.get(key);
    if (kept) this.shares.get(kept.tenantId)!.get(key);
    return kept?.value;
  }

  set(key: string, value: Value, { tenantId, bytes }: { tenantId: string; bytes: number }): void {
    this.delete(key);
    if (bytes > this.maxShare) return;
    const share = this.shares.get(tenantId) ?? newShare();
    this.shares.set(tenantId, share);
    share.set(key, true, { size: bytes });
    while (this.all.calculatedSize + bytes > this.maxBytes) this.removeOne();
    this.all.set(key, { value, tenantId }, { size: bytes });
  }

  delete(key: string): void {
    this.all.delete(key);
  }

  private removeOne(): void {
    for (const share of this.shares.values()) {
      if (share.calculatedSize <= this.maxShare) continue;
      const [oldest] = share.rkeys();
      return this.delete(oldest!);
    }
    this.all.pop();
  }

  private removeFromShare(tenantId: string, key: string): void {
    const share = this.shares.get(tenantId)!;
    share.delete(key);
    if (share.size === 0) this.shares.delete(tenantId);
  }
}

/** It has no limit of its own: a key leaves it together with its value. */
function newShare(): LRUCache<string, true> {
  return new LRUCache({ maxSize: Number.MAX_SAFE_INTEGER });
}
