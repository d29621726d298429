import { Migration } from '@mikro-orm/migrations';

/** Pages and audiences in the order of their changes, and audiences of all pages. */
class Migration30000000000020PageChanges extends Migration {
  /** The constraints that it drops come back as they were, and the index with more columns. */
  static readonly effect = 'expanding';

  override up(): void {
    this.addSql(`create index page_changed on page (tenant_id, updated_at, id) where deleted_at is null`);
    this.makeAudienceIndexes();
    // The primary keys are to be the newest indexes of their tables (docs/growing.md).
    const ofPage = ['audience', 'page_preview'];
    const ofAudience = ['audience_version', 'audience_message', 'page_preview'];
    for (const table of ofPage)
      this.addSql(`alter table ${table} drop constraint ${table}_tenant_id_page_id_fkey`);
    for (const table of ofAudience)
      this.addSql(`alter table ${table} drop constraint ${table}_tenant_id_audience_id_fkey`);
    for (const table of ['page', 'audience'])
      this.addSql(`alter table ${table} drop constraint ${table}_pkey, add primary key (tenant_id, id)`);
    for (const table of ofPage)
      this.addSql(`alter table ${table} add foreign key (tenant_id, page_id) references page`);
    for (const table of ofAudience)
      this.addSql(`alter table ${table} add foreign key (tenant_id, audience_id) references audience`);
  }

  private makeAudienceIndexes(): void {
    this.addSql(`create index audience_newest on audience (tenant_id, created_at, id)`);
    this.addSql(`create index audience_changed on audience (tenant_id, updated_at, id)`);
    const inOrder = '(tenant_id, page_id, updated_at, id)';
    this.addSql(`create index audience_standing_changed on audience ${inOrder} where archived_at is null`);
    this.addSql(
      `create index audience_archived_changed on audience ${inOrder} where archived_at is not null`,
    );
    this.addSql(`drop index audience_person`);
    this.addSql(`
      create index audience_person on audience (tenant_id, person_id, created_at, id)
      where person_id is not null`);
  }
}

/** The pages of each status and type in the order of their changes. */
class Migration30000000000032PageStates extends Migration {
  /** The constraints that it drops come back as they were. */
  static readonly effect = 'expanding';

  override up(): void {
    for (const column of ['status', 'page_type'])
      this.addSql(`
        create index page_${column}_changed on page (tenant_id, ${column}, updated_at, id)
        where deleted_at is null`);
    // The primary key is to be the newest index of its table (docs/growing.md).
    const referring = ['audience', 'page_preview'];
    for (const table of referring)
      this.addSql(`alter table ${table} drop constraint ${table}_tenant_id_page_id_fkey`);
    this.addSql(`alter table page drop constraint page_pkey, add primary key (tenant_id, id)`);
    for (const table of referring)
      this.addSql(`alter table ${table} add foreign key (tenant_id, page_id) references page`);
  }
}

export const listOrderMigrations = [Migration30000000000020PageChanges, Migration30000000000032PageStates];
