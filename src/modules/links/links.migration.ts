import { Migration } from '@mikro-orm/migrations';

class Migration20261115000800Links extends Migration {
  override up(): void {
    this.addSql(`
      create table tenant_domain (
        id uuid primary key,
        tenant_id uuid not null references tenant,
        domain text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      )`);
    // Unique across tenants, because the host that a visitor requests identifies the tenant.
    this.addSql(`create unique index tenant_domain_name on tenant_domain (domain)`);
    this.addSql(`create index tenant_domain_order on tenant_domain (tenant_id, created_at, id)`);
    this.addSql(`
      create table page_link (
        id uuid primary key,
        tenant_id uuid not null references tenant,
        tenant_domain_id uuid,
        path text not null,
        path_hash bytea not null,
        audience_id uuid not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        deleted_at timestamptz(3)
      )`);
    this.addSql(`
      create unique index page_link_path on page_link (tenant_id, tenant_domain_id, path_hash)
        nulls not distinct where deleted_at is null`);
    this.addSql(
      `create index page_link_order on page_link (tenant_id, created_at, id) where deleted_at is null`,
    );
    this.addSql(`
      create index page_link_domain on page_link (tenant_id, tenant_domain_id, created_at, id) where deleted_at is null`);
    this.addSql(`
      create index page_link_audience on page_link (tenant_id, audience_id, created_at, id) where deleted_at is null`);
  }
}

class Migration20261116000800LinkKeys extends Migration {
  override up(): void {
    for (const table of ['tenant_domain', 'page_link'])
      this.addSql(`alter table ${table} drop constraint ${table}_pkey, add primary key (tenant_id, id)`);
  }
}

/** Moves links at paths that the site now reserves: `/_foyer/x` to `/moved/_foyer/x`. */
class Migration20261118000800ReservedPaths extends Migration {
  override up(): void {
    this.addSql(`
      do $$
      declare
        link record;
        moved text;
        number int;
      begin
        for link in
          select tenant_id, id, tenant_domain_id, path from page_link
          where path ~ '^/(_foyer|robots\\.txt|sitemap\\.xml)(/|$)' order by created_at, id
        loop
          number := 1;
          loop
            moved := '/moved' || case when number > 1 then '-' || number else '' end || link.path;
            exit when not exists (
              select from page_link l
              where l.tenant_id = link.tenant_id and l.tenant_domain_id is not distinct from link.tenant_domain_id
                and l.path_hash = sha256(convert_to(moved, 'UTF8')) and l.deleted_at is null
            );
            number := number + 1;
          end loop;
          update page_link set path = moved, path_hash = sha256(convert_to(moved, 'UTF8'))
          where tenant_id = link.tenant_id and id = link.id;
        end loop;
      end $$`);
    // A visitor who requests a deleted link gets a notice that it is gone.
    this.addSql(`
      create index page_link_gone on page_link (tenant_id, tenant_domain_id, path_hash) where deleted_at is not null`);
    // Created last, so PostgreSQL prefers it (docs/growing.md).
    this.addSql(`alter table page_link drop constraint page_link_pkey, add primary key (tenant_id, id)`);
  }
}

/** Existing domains count as proven for 30 days. */
class Migration20261118000801DomainProofs extends Migration {
  override up(): void {
    this.addSql(`
      alter table tenant_domain
        add column proof_token text not null default replace(gen_random_uuid()::text, '-', ''),
        add column is_proven boolean not null default true,
        add column proven_until timestamptz(3) default now() + interval '30 days',
        add column checked_at timestamptz(3),
        add column check_fault text,
        add column next_check_at timestamptz(3) default now()`);
    this.addSql(`
      alter table tenant_domain
        alter column proof_token drop default, alter column is_proven drop default,
        alter column proven_until drop default, alter column next_check_at drop default`);
    // Many tenants may claim a domain; only one can prove it.
    this.addSql(`drop index tenant_domain_name`);
    this.addSql(`create unique index tenant_domain_name on tenant_domain (tenant_id, domain)`);
    this.addSql(`create unique index tenant_domain_proven on tenant_domain (domain) where is_proven`);
    this.addSql(`create index tenant_domain_due on tenant_domain (next_check_at)`);
  }
}

/** Links in the order of their changes. */
class Migration30000000000021LinkChanges extends Migration {
  /** The key that it drops comes back as it was. */
  static readonly effect = 'expanding';

  override up(): void {
    this.addSql(`
      create index page_link_changed on page_link (tenant_id, updated_at, id) where deleted_at is null`);
    // The primary key is to be the newest index of its table (docs/growing.md).
    this.addSql(`alter table page_link drop constraint page_link_pkey, add primary key (tenant_id, id)`);
  }
}

/** Links that end at a time. */
class Migration30000000000026LinkExpiry extends Migration {
  override up(): void {
    this.addSql(`alter table page_link add column expires_at timestamptz(3)`);
  }
}

export const linkMigrations = [
  Migration20261115000800Links,
  Migration20261116000800LinkKeys,
  Migration20261118000800ReservedPaths,
  Migration20261118000801DomainProofs,
  Migration30000000000021LinkChanges,
  Migration30000000000026LinkExpiry,
];
