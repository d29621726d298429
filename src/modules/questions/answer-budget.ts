import { Injectable } from '@nestjs/common';
import { InjectSettings } from '../../shared/config/config.module.js';
import type { Settings } from '../../shared/config/settings.js';
import { PreparedWrite, PreparedWrites } from '../../shared/database/records/prepared-writes.js';
import { UnitOfWork } from '../../shared/database/transactions/unit-of-work.js';
import { clock } from '../../shared/kernel/clock.js';

/** Writes nothing if the day's budget is used up, or if another process has already started the next day. */
const spend = new PreparedWrite(
  'answer_budget.spend',
  `insert into answer_budget (tenant_id, day, used) select $1, $2, 1 where $3 > 0
   on conflict (tenant_id) do update
     set day = excluded.day, used = case when answer_budget.day = excluded.day then answer_budget.used + 1 else 1 end
     where answer_budget.day < excluded.day or answer_budget.day = excluded.day and answer_budget.used < $3`,
);

/** How many model requests a tenant may make per UTC day. */
@Injectable()
export class AnswerBudget {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly writes: PreparedWrites,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  /** Whether one more request is allowed. Failed requests count too: they may have cost something. */
  async spend(): Promise<boolean> {
    const day = clock.now().toISOString().slice(0, 10);
    return (await this.unitOfWork.run(() => this.writes.run(spend, day, this.settings.ANSWER_BUDGET))) > 0;
  }
}
