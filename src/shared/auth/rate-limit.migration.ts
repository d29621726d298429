import { Migration } from '@mikro-orm/migrations';

class Migration20261115002100KeyRateLimit extends Migration {
  override up(): void {
    // As it is written on the command line: requests a second and burst.
    this.addSql('alter table api_key add column rate_limit text');
  }
}

export const rateLimitMigrations = [Migration20261115002100KeyRateLimit];
