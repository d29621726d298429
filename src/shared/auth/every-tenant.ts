import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { inScope } from '../database/scope.js';

/** For work that comes round for all: done for one tenant after the other, each time with its rows alone in sight. */
@Injectable()
export class EveryTenant {
  constructor(private readonly pool: Pool) {}

  /** One that fails does not keep the others from theirs; afterwards the first failure is thrown. */
  async do(work: () => Promise<void>): Promise<void> {
    const { rows } = await this.pool.query<{ id: string }>('select id from tenant order by id');
    const failures: unknown[] = [];
    for (const { id } of rows) {
      await inScope({ tenantId: id }, work).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }
}
