import { Migration } from '@mikro-orm/migrations';

/** Partitioned by id, which begins with the time, a month at a time (decision 104). */
class Migration30000000000018AuditLog extends Migration {
  static readonly effect = 'expanding';

  override up(): void {
    this.addSql(`
      create table audit_entry (
        tenant_id uuid not null,
        id uuid not null,
        operation text not null,
        record text,
        parent text,
        changes json,
        actor_type text not null,
        actor text not null,
        actor_name text,
        network text,
        request_id text
      ) partition by range (id)`);
    this.addSql(`create index audit_entry_operation on audit_entry (tenant_id, operation, id)`);
    this.addSql(`create index audit_entry_actor on audit_entry (tenant_id, actor, id)`);
    this.addSql(`create index audit_entry_record on audit_entry (tenant_id, record, id)`);
    this.addSql(`
      create index audit_entry_parent on audit_entry (tenant_id, parent, id) where parent is not null`);
    // The primary key comes last (docs/growing.md).
    this.addSql(`alter table audit_entry add primary key (tenant_id, id)`);
  }
}

export const auditMigrations = [Migration30000000000018AuditLog];
