import { Injectable } from '@nestjs/common';
import { CompiledQuery } from 'kysely';
import { Pool } from 'pg';
import { queryPrepared } from './prepared-query.js';
import { currentScope, currentTenant } from './scope.js';

/**
 * A read that skips the identity map: SQL that the server plans once a connection, with rows that go
 * straight into the view. Its first parameter is always the tenant; one that does not ask for it is refused.
 */
export class PreparedRead<Row extends object> {
  declare readonly row: Row;

  constructor(
    readonly name: string,
    readonly text: string,
  ) {
    if (!/\btenant_id = \$1\b/.test(text)) {
      throw new Error(`The read ${name} must be limited by "tenant_id = $1".`);
    }
  }
}

@Injectable()
export class PreparedReads {
  constructor(private readonly pool: Pool) {}

  /** Inside a unit of work it sees what that has done so far. */
  async all<Row extends object>(read: PreparedRead<Row>, ...values: unknown[]): Promise<Row[]> {
    const bound = [currentTenant(), ...values];
    const em = currentScope()?.em;
    if (em) return (await em.getKysely().executeQuery<Row>(CompiledQuery.raw(read.text, bound))).rows;
    const { rows } = await queryPrepared<Row>(this.pool, { name: read.name, text: read.text, values: bound });
    return rows;
  }

  async one<Row extends object>(read: PreparedRead<Row>, ...values: unknown[]): Promise<Row | undefined> {
    return (await this.all(read, ...values))[0];
  }
}
