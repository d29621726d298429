import { Migration } from '@mikro-orm/migrations';

class Migration30000000000017SealedAnswers extends Migration {
  override up(): void {
    this.addSql('alter table idempotent_answer add column sealed_secret bytea');
  }
}

export const idempotencyMigrations = [Migration30000000000017SealedAnswers];
