import { Migration } from '@mikro-orm/migrations';

export class Migration20261115000031DoomedFiles extends Migration {
  override up(): void {
    this.addSql('alter table loose_file add column is_doomed boolean not null default false');
  }
}
