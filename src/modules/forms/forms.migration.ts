import { Migration } from '@mikro-orm/migrations';

export class Migration20261118001000Forms extends Migration {
  override up(): void {
    this.addSql(`
      create table form (
        tenant_id uuid not null references tenant,
        id uuid not null,
        name text not null,
        fields json not null,
        thank_you_text text,
        thank_you_url text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        deleted_at timestamptz(3)
      )`);
    this.addSql(`create index form_order on form (tenant_id, created_at, id) where deleted_at is null`);
    // After the indexes (decision 67).
    this.addSql(`alter table form add primary key (tenant_id, id)`);
  }
}
