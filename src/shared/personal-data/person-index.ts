import { Injectable } from '@nestjs/common';
import { INDEX_ANEW, type PersonalTable } from '../database/records/personal-table.js';
import { PreparedRead, PreparedReads } from '../database/records/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../database/records/prepared-writes.js';
import { isStatementTimeout } from '../database/driver/postgres-errors.js';
import { UnitOfWork } from '../database/transactions/unit-of-work.js';
import { PersonalTables } from './personal-tables.js';

/** Rows looked at in one transaction; fewer if they take too long. Only those that can mention somebody are written. */
const MAX_STEP = 1000;

interface FillPosition {
  /** Null if all tables are filled. */
  tableName: string | null;
  lastKey: string[] | null;
}

/** A new version of the index begins with the first table again. */
const begin = new PreparedWrite(
  'person_index_fill.begin',
  `insert into person_index_fill (tenant_id, routines, table_name) values ($1, $2, $3)
   on conflict (tenant_id) do update set routines = $2, table_name = $3, last_key = null
   where person_index_fill.routines <> $2`,
);

const lockPosition = new PreparedRead<FillPosition>(
  'person_index_fill.lock',
  `select table_name as "tableName", last_key as "lastKey" from person_index_fill where tenant_id = $1 for update`,
);

const savePosition = new PreparedWrite(
  'person_index_fill.save',
  'update person_index_fill set table_name = $2, last_key = $3 where tenant_id = $1',
);

const isFilled = new PreparedRead<object>(
  'person_index_fill.is_filled',
  'select from person_index_fill where tenant_id = $1 and routines = $2 and table_name is null',
);

/** Tenants whose index is not filled, for a job that serves all tenants. */
export const TENANTS_TO_FILL = `
  select id as "tenantId" from tenant t
  where not exists (
    select from person_index_fill f where f.tenant_id = t.id and f.routines = $1 and f.table_name is null
  )`;

/**
 * Fills the index of mentioned persons for rows that were written before the index existed. Triggers index all other
 * rows.
 */
@Injectable()
export class PersonIndex {
  constructor(
    private readonly tables: PersonalTables,
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async isFilled(): Promise<boolean> {
    return (await this.reads.one(isFilled, this.tables.version)) !== undefined;
  }

  /** Each step is its own transaction: after a crash, the next run continues. */
  async fill(signal: AbortSignal): Promise<void> {
    let rows = MAX_STEP;
    for (let hasMore = true; hasMore && !signal.aborted;)
      try {
        hasMore = await this.unitOfWork.run(() => this.step(rows));
      } catch (error) {
        if (!isStatementTimeout(error) || rows === 1) throw error;
        rows = Math.floor(rows / 2);
      }
  }

  /** Returns whether there is more to do. */
  private async step(rows: number): Promise<boolean> {
    const [first] = this.tables.indexed;
    await this.writes.run(begin, this.tables.version, first!.name);
    const { tableName, lastKey } = (await this.reads.one(lockPosition))!;
    if (tableName === null) return false;
    const at = this.tables.indexed.findIndex(({ name }) => name === tableName);
    const last = await this.index(this.tables.indexed[at]!, lastKey, rows);
    const next = last ? tableName : (this.tables.indexed[at + 1]?.name ?? null);
    await this.writes.run(savePosition, next, last);
    return true;
  }

  /** Returns the key of the last row; null if there are no more rows. */
  private async index(table: PersonalTable, after: string[] | null, rows: number): Promise<string[] | null> {
    const { lastOfStep, indexRows } = fillingOf(table);
    const keys = Object.keys(table.key);
    const from = after ?? keys.map(() => null);
    const found = await this.reads.one(lastOfStep, ...from, rows);
    if (!found) return null;
    const last = keys.map((name) => String(found[name]));
    await this.writes.run(indexRows, ...from, ...last);
    return last;
  }
}

/** The statements that walk through a table by its primary key. */
export function fillingOf(table: PersonalTable) {
  const names = Object.keys(table.key);
  const types = Object.values(table.key);
  const parameters = (first: number) => types.map((type, at) => `$${first + at}::${type}`).join(', ');
  const key = names.join(', ');
  const isAfter = `($2::${types[0]} is null or (${key}) > (${parameters(2)}))`;
  return {
    lastOfStep: new PreparedRead<Record<string, unknown>>(
      `${table.name}.index_step`,
      `select ${key} from (
         select ${key} from ${table.name} where tenant_id = $1 and ${isAfter} order by ${key}
         limit $${2 + names.length}
       ) step order by ${names.map((name) => `${name} desc`).join(', ')} limit 1`,
      // Not a kept plan: the first step has no key to begin after.
      { isPlannedAnew: true },
    ),
    // The trigger of the table writes the hashes.
    indexRows: new PreparedWrite(
      `${table.name}.index_rows`,
      `update ${table.name} set person_hashes = '${INDEX_ANEW}'
       where tenant_id = $1 and ${isAfter} and (${key}) <= (${parameters(2 + names.length)})
         and (person_hashes is not null or ${table.mayMention()})`,
      { isPlannedAnew: true },
    ),
  };
}
