import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { inContext } from '../database/work-context.js';
import { wireId } from '../kernel/ids.js';

/** For work that comes round for all: done for one tenant after the other, each time with its rows alone in sight. */
@Injectable()
export class EveryTenant {
  constructor(private readonly pool: Pool) {}

  /** One that fails does not keep the others from theirs; afterwards all failures are thrown together. */
  async do(work: () => Promise<void>): Promise<void> {
    const { rows } = await this.pool.query<{ id: string }>('select id from tenant order by id');
    const failures = new Map<string, unknown>();
    for (const { id } of rows) {
      await inContext({ tenantId: id }, work).catch((error: unknown) => failures.set(id, error));
    }
    if (failures.size > 0) throw new AggregateError(failures.values(), summaryOf(failures));
  }
}

function summaryOf(failures: ReadonlyMap<string, unknown>): string {
  const reason = (error: unknown) => (error instanceof Error ? error.message : String(error));
  return [...failures].map(([id, error]) => `${wireId('tenant', id)}: ${reason(error)}`).join('; ');
}
