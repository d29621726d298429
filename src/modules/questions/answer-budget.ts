import { Injectable } from '@nestjs/common';
import { InjectSettings } from '../../shared/config/config.module.js';
import type { Settings } from '../../shared/config/settings.js';
import { PreparedWrite, PreparedWrites } from '../../shared/database/records/prepared-writes.js';
import { UnitOfWork } from '../../shared/database/transactions/unit-of-work.js';
import { clock } from '../../shared/kernel/clock.js';

/** Writes nothing where the budget of the day is used up, or another process has begun the next day already. */
const spend = new PreparedWrite(
  'answer_budget.spend',
  `insert into answer_budget (tenant_id, day, used) select $1, $2, 1 where $3 > 0
   on conflict (tenant_id) do update
     set day = excluded.day, used = case when answer_budget.day = excluded.day then answer_budget.used + 1 else 1 end
     where answer_budget.day < excluded.day or answer_budget.day = excluded.day and answer_budget.used < $3`,
);

/** How often the model may be asked for a tenant, on a day of UTC. */
@Injectable()
export class AnswerBudget {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly writes: PreparedWrites,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  /** Whether it may be asked once more. What fails counts as well: it may have cost something. */
  async spend(): Promise<boolean> {
    const day = clock.now().toISOString().slice(0, 10);
    return (await this.unitOfWork.run(() => this.writes.run(spend, day, this.settings.ANSWER_BUDGET))) > 0;
  }
}
