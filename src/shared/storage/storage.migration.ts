import { Migration } from '@mikro-orm/migrations';

class Migration20261115000030Storage extends Migration {
  override up(): void {
    this.addSql(`
      create table loose_file (
        id uuid primary key,
        tenant_id uuid not null references tenant,
        due_at timestamptz(3) not null
      )`);
    this.addSql(`create index loose_file_due on loose_file (due_at)`);
  }
}

class Migration20261115000031DoomedFiles extends Migration {
  override up(): void {
    this.addSql('alter table loose_file add column is_doomed boolean not null default false');
  }
}

class Migration20261116000030LooseFileKeys extends Migration {
  override up(): void {
    this.addSql(`drop index loose_file_due`);
    this.addSql(`create index loose_file_due on loose_file (tenant_id, due_at)`);
    this.addSql(`alter table loose_file drop constraint loose_file_pkey, add primary key (tenant_id, id)`);
  }
}

export const storageMigrations = [
  Migration20261115000030Storage,
  Migration20261115000031DoomedFiles,
  Migration20261116000030LooseFileKeys,
];
