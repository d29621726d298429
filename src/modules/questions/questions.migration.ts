import { Migration } from '@mikro-orm/migrations';

class Migration20261121000900Questions extends Migration {
  override up(): void {
    this.addSql(`
      create table asked_question (
        tenant_id uuid not null references tenant,
        id uuid not null,
        page_id uuid not null,
        grouped_by text not null,
        question text not null,
        asked_count bigint not null,
        is_answered boolean not null,
        first_asked_at timestamptz(3) not null,
        last_asked_at timestamptz(3) not null
      )`);
    this.addSql(`create unique index asked_question_once on asked_question (tenant_id, page_id, grouped_by)`);
    this.addSql(`create index asked_question_most on asked_question (tenant_id, page_id, asked_count, id)`);
    this.addSql(`
      create index asked_question_most_answered on asked_question (tenant_id, page_id, is_answered, asked_count, id)`);
    this.addSql(`create index asked_question_age on asked_question (tenant_id, last_asked_at)`);
    // After the indexes (decision 67).
    this.addSql(`alter table asked_question add primary key (tenant_id, id)`);
  }
}

/** How much of the budget was used on the last day with any use. */
class Migration20261121000901AnswerBudget extends Migration {
  override up(): void {
    this.addSql(`
      create table answer_budget (
        tenant_id uuid primary key references tenant,
        day date not null,
        used int not null
      )`);
  }
}

/** The questions of all pages, in the order of their list. */
class Migration30000000000029QuestionOrder extends Migration {
  /** The index that it drops is the beginning of the new one, and the primary key comes back as it was. */
  static readonly effect = 'expanding';

  override up(): void {
    this.addSql(`drop index asked_question_age`);
    this.addSql(`create index asked_question_order on asked_question (tenant_id, last_asked_at, id)`);
    // The primary key is to be the newest index of its table (docs/growing.md).
    this.addSql(`
      alter table asked_question drop constraint asked_question_pkey, add primary key (tenant_id, id)`);
  }
}

/** Answered and unanswered questions of all pages, each in the order of their list. */
class Migration30000000000030AnsweredQuestions extends Migration {
  /** The primary key that it drops comes back as it was. */
  static readonly effect = 'expanding';

  override up(): void {
    this.addSql(`
      create index asked_question_answered on asked_question (tenant_id, is_answered, last_asked_at, id)`);
    // The primary key is to be the newest index of its table (docs/growing.md).
    this.addSql(`
      alter table asked_question drop constraint asked_question_pkey, add primary key (tenant_id, id)`);
  }
}

export const questionMigrations = [
  Migration20261121000900Questions,
  Migration20261121000901AnswerBudget,
  Migration30000000000029QuestionOrder,
  Migration30000000000030AnsweredQuestions,
];
