import { Injectable } from '@nestjs/common';
import type { PersonalTable } from '../database/records/personal-table.js';
import { PreparedRead, PreparedReads } from '../database/records/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../database/records/prepared-writes.js';
import { Jobs } from '../jobs/jobs.js';
import { LateMentions } from './late-mentions.js';
import { PersonIndex } from './person-index.js';
import { PersonalTables } from './personal-tables.js';
import { eraseMentions } from './personal.jobs.js';

/** At most this many records of a table are locked in one transaction. */
const ERASED_AT_ONCE = 500;

/** Of a table. An address that more records have is certainly not that of one person. */
export const COUNTED_UP_TO = 10_000;

interface ErasedMentions {
  records: number;
  /** Whether a job erases the rest. */
  isContinued: boolean;
}

/** Erases texts that mention a person, in records of anybody. The person is known by keyed hashes alone. */
@Injectable()
export class Mentions {
  constructor(
    private readonly tables: PersonalTables,
    private readonly index: PersonIndex,
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly jobs: Jobs,
    private readonly late: LateMentions,
  ) {}

  /** The number of records that `erase` would change; at least this number if it is above `COUNTED_UP_TO`. */
  async count(hashes: readonly string[]): Promise<number> {
    if (hashes.length === 0) return 0;
    const { count } = (await this.reads.one(countIn(this.tables.indexed), hashes))!;
    return count;
  }

  /** Part of the unit of work. A job erases what is too much for one transaction, or not in the index yet. */
  async erase(hashes: readonly string[]): Promise<ErasedMentions> {
    if (hashes.length === 0) return { records: 0, isContinued: false };
    const { records, isComplete } = await this.eraseSome(hashes);
    const isContinued = !isComplete || !(await this.index.isFilled());
    if (isContinued) await this.jobs.enqueue(eraseMentions, { hashes: [...hashes] });
    await this.late.expect(hashes);
    return { records, isContinued };
  }

  /** Part of the unit of work. All figures are corrected before their texts are erased, so the tables have an order. */
  async eraseSome(hashes: readonly string[]): Promise<{ records: number; isComplete: boolean }> {
    const counts: number[] = [];
    for (const table of this.tables.indexed) {
      counts.push(await this.eraseIn(table, hashes));
      if (counts.at(-1) === ERASED_AT_ONCE) break;
    }
    return {
      records: counts.reduce((sum, count) => sum + count, 0),
      isComplete: counts.at(-1) !== ERASED_AT_ONCE,
    };
  }

  private async eraseIn(table: PersonalTable, hashes: readonly string[]): Promise<number> {
    if (table.whenMentioned === 'module') return this.tables.eraserOf(table)(hashes, ERASED_AT_ONCE);
    const rows = await this.writes.returning<{ isLeft: boolean }>(erasureIn(table), hashes, ERASED_AT_ONCE);
    // A record that is found again after its erasure would keep the job running for ever.
    if (table.whenMentioned === 'erase' && rows.some(({ isLeft }) => isLeft))
      throw new Error(`A record of ${table.name} still mentions a person after its erasure.`);
    return rows.length;
  }
}

export function countIn(tables: readonly PersonalTable[]): PreparedRead<{ count: number }> {
  const found = tables.map(
    (table) => `
      (select from ${table.name} where tenant_id = $1 and ${table.mentions('$2::bigint[]')}
       limit ${COUNTED_UP_TO + 1})`,
  );
  return new PreparedRead(
    'person.count_mentions',
    `select count(*)::int from (${found.join(' union all ')}) as found`,
  );
}

/** The statement that erases mentions in a table, for tables without a module's own eraser. */
export function erasureIn(table: PersonalTable): PreparedWrite {
  const { name, whenMentioned } = table;
  const hashes = '$2::bigint[]';
  const key = Object.keys(table.key).join(', ');
  const change =
    whenMentioned === 'delete'
      ? `delete from ${name}`
      : `update ${name} set ${table.erasingMentions(hashes)}`;
  return new PreparedWrite(
    `${name}.erase_mentions`,
    `${change}
     where tenant_id = $1 and (${key}) in (
       select ${key} from ${name} where tenant_id = $1 and ${table.mentions(hashes)} limit $3 for update
     )
     returning coalesce(${table.mentions(hashes)}, false) as "isLeft"`,
  );
}
