import { currentTenant } from '../../../shared/database/transactions/work-context.js';
import { tooMany } from '../../../shared/kernel/errors.js';
import { TokenBuckets, type RateLimit } from '../../../shared/kernel/rate-limit.js';

/** Limits how many previews a tenant has composed, in each process. */
export class PreviewLimit {
  private readonly buckets = new TokenBuckets();

  constructor(private readonly limit: RateLimit) {}

  /** Counts one. */
  assertWithin(tenantId = currentTenant()): void {
    const { isAllowed, retryMs } = this.buckets.take(tenantId, this.limit);
    if (isAllowed) return;
    const detail = 'Too many previews were composed in the last minutes; try again in a minute.';
    throw tooMany('too_many_previews', detail, retryMs);
  }
}
