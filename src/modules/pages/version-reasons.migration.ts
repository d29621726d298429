import { Migration } from '@mikro-orm/migrations';

export class Migration20261115000801VersionReasons extends Migration {
  override up(): void {
    this.addSql('alter table audience_version add column draft_reason text');
  }
}
