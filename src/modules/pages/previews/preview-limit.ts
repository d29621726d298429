import { currentTenant } from '../../../shared/database/transactions/work-context.js';
import { DomainError } from '../../../shared/kernel/errors.js';
import { TokenBuckets, type RateLimit } from '../../../shared/kernel/rate-limit.js';

/** Limits how many previews a tenant has composed, in each process. */
export class PreviewLimit {
  private readonly buckets = new TokenBuckets();

  constructor(private readonly limit: RateLimit) {}

  /** Counts one. */
  assertWithin(tenantId = currentTenant()): void {
    if (this.buckets.take(tenantId, this.limit).isAllowed) return;
    throw new DomainError(
      'rate_limited',
      'too_many_previews',
      'Too many previews were composed in the last minutes; try again in a minute.',
    );
  }
}
