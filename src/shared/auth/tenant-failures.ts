import { wireId } from '../kernel/ids.js';

/** Failures of work that goes on with other tenants. */
export class TenantFailures {
  private readonly failures: { tenantId: string; error: unknown }[] = [];

  add(tenantId: string, error: unknown): void {
    this.failures.push({ tenantId, error });
  }

  has(tenantId: string): boolean {
    return this.failures.some((failure) => failure.tenantId === tenantId);
  }

  /** One error with the reason of each tenant. */
  throwIfAny(): void {
    if (this.failures.length === 0) return;
    const reason = (error: unknown) => (error instanceof Error ? error.message : String(error));
    throw new AggregateError(
      this.failures.map(({ error }) => error),
      this.failures
        .map(({ tenantId, error }) => `${wireId('tenant', tenantId)}: ${reason(error)}`)
        .join('; '),
    );
  }
}
