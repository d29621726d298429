import { Injectable } from '@nestjs/common';
import type { Answer } from '../driver/statement-batch.js';
import { currentTenant, currentTransaction } from '../transactions/work-context.js';

interface WriteOptions {
  /** For writes of many rows whose best plan depends on their number: they are planned each time. */
  isPlannedAnew?: boolean;
}

/**
 * A write that bypasses the entities: for records that are only ever added, or that many callers change at once. Like a
 * prepared read, it has the tenant as its first parameter, and is rejected if it does not use it.
 */
export class PreparedWrite {
  constructor(
    readonly name: string,
    readonly text: string,
    readonly options: WriteOptions = {},
  ) {
    if (name.length > 63) throw new Error(`The name ${name} is too long: the server would truncate it.`);
    if (!/\btenant_id = \$1\b|\(tenant_id,[^]*(\(|select )\$1,/.test(text)) {
      throw new Error(`The write ${name} must be limited by "tenant_id = $1", or insert $1 as "tenant_id".`);
    }
  }

  /** Inserts one row, with its values in the order of the columns; `onConflict` adds a conflict clause. */
  static insert(table: string, columns: readonly string[], onConflict = ''): PreparedWrite {
    const places = columns.map((_, index) => `$${index + 2}`);
    return new PreparedWrite(
      `${table}.insert`,
      `insert into ${table} (tenant_id, ${columns.join(', ')}) values ($1, ${places.join(', ')}) ${onConflict}`,
    );
  }

  /** Inserts many rows with one statement, in the order of its parameter (`ColumnMap.toRows`). */
  static insertAll(table: string, columns: readonly string[], rest = ''): PreparedWrite {
    const names = columns.join(', ');
    return new PreparedWrite(
      `${table}.insert_all`,
      `insert into ${table} (tenant_id, ${names}) select $1, ${names} from ${rowsOf(table, '$2')} ${rest}`,
    );
  }

  /** Updates these columns of many rows with one statement, by their ids (`ColumnMap.toRows`). */
  static updateAll(table: string, columns: readonly string[]): PreparedWrite {
    const assignments = columns.map((column) => `${column} = given.${column}`).join(', ');
    return new PreparedWrite(
      `${table}.update_all`,
      `update ${table} set ${assignments} from ${rowsOf(table, '$2')}
       where ${table}.tenant_id = $1 and ${table}.id = given.id`,
    );
  }
}

/** As many rows as a parameter has (`ColumnMap.toRows`), with the columns of the table, in their order. */
export const rowsOf = (table: string, parameter: string): string =>
  `json_populate_recordset(null::${table}, ${parameter}) as given`;

@Injectable()
export class PreparedWrites {
  /** Returns the number of rows written. */
  async run(write: PreparedWrite, ...values: unknown[]): Promise<number> {
    return (await this.send(write, values)).rowCount ?? 0;
  }

  /** Returns the `returning` columns of the rows written. */
  async returning<Row extends object>(write: PreparedWrite, ...values: unknown[]): Promise<Row[]> {
    return (await this.send<Row>(write, values)).rows;
  }

  /** For writes whose result the unit of work does not need: they are sent together with the commit. */
  atCommit(write: PreparedWrite, ...values: unknown[]): void {
    currentTransaction().beforeCommit(() => this.run(write, ...values));
  }

  private send<Row extends object>(write: PreparedWrite, values: unknown[]): Promise<Answer<Row>> {
    const { name, text, options } = write;
    const named = options.isPlannedAnew ? {} : { name };
    return currentTransaction().query<Row>({ ...named, text, values: [currentTenant(), ...values] });
  }
}
