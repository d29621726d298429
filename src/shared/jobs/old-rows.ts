import { Injectable } from '@nestjs/common';
import { TenantStore } from '../auth/tenant-store.js';
import { InjectSettings } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { PreparedWrite, PreparedWrites } from '../database/records/prepared-writes.js';
import { UnitOfWork } from '../database/transactions/unit-of-work.js';
import { clock } from '../kernel/clock.js';

/** Rows of a table, and how to determine their age. */
export interface RowsByAge {
  table: string;
  /** The column that forms the primary key together with the tenant; `id` if not given. */
  key?: string;
  /** The column that determines the age. An index has it after the tenant. */
  since: string;
  /** SQL: whether a row is older than the time `$2`. Required if `since` is not a time. */
  isOld?: string;
}

export interface RowsWithRetention extends RowsByAge {
  keptMs: (settings: Settings) => number;
}

/** Batch size of a deletion: deleting all rows at once may exceed the statement timeout. */
const DELETED_AT_ONCE = 1000;

/** Deletes rows whose retention has ended, one tenant after the other. */
@Injectable()
export class OldRows {
  constructor(
    private readonly tenants: TenantStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly writes: PreparedWrites,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  async deleteExpired(rows: RowsWithRetention): Promise<void> {
    await this.deleteBefore(new Date(clock.now().getTime() - rows.keptMs(this.settings)), rows);
  }

  /** Each step is its own transaction: after a crash, the next run finds only the rest. */
  async deleteBefore(moment: Date, rows: RowsByAge): Promise<void> {
    const deleteSome = deletionOf(rows);
    const runOnce = () => this.unitOfWork.run(() => this.writes.run(deleteSome, moment));
    await this.tenants.forEach(async () => {
      while ((await runOnce()) === DELETED_AT_ONCE);
    });
  }
}

function deletionOf({ table, key = 'id', since, isOld = `${since} < $2` }: RowsByAge): PreparedWrite {
  return new PreparedWrite(
    `${table}.delete_old`,
    `delete from ${table} where tenant_id = $1 and ${key} = any (array(
       select ${key} from ${table} where tenant_id = $1 and ${isOld} order by ${since} limit ${DELETED_AT_ONCE}
     ))`,
  );
}
