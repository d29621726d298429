import { Injectable } from '@nestjs/common';
import type { Answer } from '../driver/statement-batch.js';
import { currentTenant, currentTransaction } from '../transactions/work-context.js';

interface WriteOptions {
  /** For writes of many rows whose best plan depends on how many there are: they are planned each time. */
  isPlannedAnew?: boolean;
}

/**
 * A write that skips the entities: for records that are only ever added, or that many callers change at once.
 * Like a prepared read it has the tenant as its first parameter, and is refused where it does not use it.
 */
export class PreparedWrite {
  constructor(
    readonly name: string,
    readonly text: string,
    readonly options: WriteOptions = {},
  ) {
    if (name.length > 63) throw new Error(`The server would cut the name ${name} short.`);
    if (!/\btenant_id = \$1\b|\(tenant_id,[^]*(\(|select )\$1,/.test(text)) {
      throw new Error(`The write ${name} must be limited by "tenant_id = $1", or insert $1 as "tenant_id".`);
    }
  }

  /** One new row of a table, with its values in the order of the columns; `onConflict` says what else may be done. */
  static insert(table: string, columns: readonly string[], onConflict = ''): PreparedWrite {
    const places = columns.map((_, index) => `$${index + 2}`);
    return new PreparedWrite(
      `${table}.insert`,
      `insert into ${table} (tenant_id, ${columns.join(', ')}) values ($1, ${places.join(', ')}) ${onConflict}`,
    );
  }
}

@Injectable()
export class PreparedWrites {
  /** Answers how many rows were written. */
  async run(write: PreparedWrite, ...values: unknown[]): Promise<number> {
    return (await this.send(write, values)).rowCount ?? 0;
  }

  /** Answers what a write tells of the rows that it has written. */
  async returning<Row extends object>(write: PreparedWrite, ...values: unknown[]): Promise<Row[]> {
    return (await this.send<Row>(write, values)).rows;
  }

  /** For what nothing else in the unit of work asks about: it goes out together with the commit. */
  atCommit(write: PreparedWrite, ...values: unknown[]): void {
    currentTransaction().beforeCommit(() => this.run(write, ...values));
  }

  private send<Row extends object>(write: PreparedWrite, values: unknown[]): Promise<Answer<Row>> {
    const { name, text, options } = write;
    const named = options.isPlannedAnew ? {} : { name };
    return currentTransaction().query<Row>({ ...named, text, values: [currentTenant(), ...values] });
  }
}
