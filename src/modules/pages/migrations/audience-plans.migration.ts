import { Migration } from '@mikro-orm/migrations';

/** Audiences that are archived at a time. */
class Migration30000000000027AudiencePlans extends Migration {
  override up(): void {
    this.addSql(`alter table audience add column archive_at timestamptz(3)`);
  }
}

export const audiencePlanMigrations = [Migration30000000000027AudiencePlans];
