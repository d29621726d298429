import { Migration } from '@mikro-orm/migrations';

const RECORD = `
  id uuid primary key,
  tenant_id uuid not null references tenant,
  created_at timestamptz(3) not null`;

const LOG = `${RECORD},
  source text not null,
  type text not null,
  payload json not null,
  idempotency_key text`;

class Migration20261115002000Crm extends Migration {
  override up(): void {
    this.addSql(`create extension if not exists pg_trgm`);
    this.makeAccounts();
    this.makePersons();
    this.makeAccountLogs();
    this.makePersonLogs();
  }

  private makeAccounts(): void {
    this.addSql(`
      create table account (${RECORD},
        updated_at timestamptz(3) not null,
        domain text not null,
        name text,
        search_text text not null
      )`);
    this.addSql(`create unique index account_domain on account (tenant_id, domain)`);
    this.addSql(`create index account_newest on account (tenant_id, created_at, id)`);
    this.addSql(`create index account_search on account using gin (search_text gin_trgm_ops)`);
  }

  private makePersons(): void {
    this.addSql(`
      create table person (${RECORD},
        updated_at timestamptz(3) not null,
        deleted_at timestamptz(3),
        account_id uuid references account,
        name text not null,
        slug text not null,
        email text,
        email_key text,
        domain text,
        phone_number text,
        linkedin_profile_url text,
        linkedin_key text,
        search_text text not null
      )`);
    const present = (column: string) => `where ${column} is not null and deleted_at is null`;
    // A person keeps its slug forever. An address is free again after its person is deleted.
    this.addSql(`create unique index person_slug on person (tenant_id, slug)`);
    this.addSql(`create unique index person_email on person (tenant_id, email_key) ${present('email_key')}`);
    this.addSql(`create index person_newest on person (tenant_id, created_at, id) where deleted_at is null`);
    this.addSql(
      `create index person_of_account on person (tenant_id, account_id, created_at, id) ${present('account_id')}`,
    );
    this.addSql(
      `create index person_phone on person (tenant_id, phone_number, id) ${present('phone_number')}`,
    );
    this.addSql(
      `create index person_linkedin on person (tenant_id, linkedin_key, id) ${present('linkedin_key')}`,
    );
    this.addSql(
      `create index person_search on person using gin (search_text gin_trgm_ops) where deleted_at is null`,
    );
  }

  private makeAccountLogs(): void {
    this.addSql(`
      create table account_log (${LOG},
        updated_at timestamptz(3),
        deleted_at timestamptz(3),
        account_id uuid not null references account
      )`);
    this.addSql(`create unique index account_log_once on account_log (account_id, idempotency_key)`);
    const present = 'where deleted_at is null';
    this.addSql(
      `create index account_log_newest on account_log (tenant_id, account_id, created_at, id) ${present}`,
    );
    this.addSql(
      `create index account_log_source on account_log (tenant_id, account_id, source, created_at, id) ${present}`,
    );
    this.addSql(
      `create index account_log_type on account_log (tenant_id, account_id, type, created_at, id) ${present}`,
    );
  }

  private makePersonLogs(): void {
    this.addSql(`
      create table person_log (${LOG},
        person_id uuid not null references person,
        account_id uuid references account,
        created_person boolean not null
      )`);
    this.addSql(`create unique index person_log_once on person_log (person_id, idempotency_key)`);
    this.addSql(`create index person_log_newest on person_log (tenant_id, person_id, created_at, id)`);
    this.addSql(
      `create index person_log_of_account on person_log (tenant_id, account_id, created_at, id) where account_id is not null`,
    );
  }
}

class Migration20261116002000CrmKeys extends Migration {
  override up(): void {
    this.dropForeignKeys();
    for (const owner of ['account', 'person']) {
      this.addSql(`drop index ${owner}_log_once`);
      this.addSql(`
        create unique index ${owner}_log_once on ${owner}_log (tenant_id, ${owner}_id, idempotency_key)`);
    }
    this.makeSearches();
    for (const table of ['account', 'person', 'account_log', 'person_log'])
      this.addSql(`alter table ${table} drop constraint ${table}_pkey, add primary key (tenant_id, id)`);
    this.addForeignKeys();
  }

  private dropForeignKeys(): void {
    this.addSql(`alter table person drop constraint person_account_id_fkey`);
    this.addSql(`alter table account_log drop constraint account_log_account_id_fkey`);
    this.addSql(`
      alter table person_log
        drop constraint person_log_account_id_fkey,
        drop constraint person_log_person_id_fkey`);
  }

  private addForeignKeys(): void {
    const ofAccount = 'add foreign key (tenant_id, account_id) references account';
    this.addSql(`alter table person ${ofAccount}`);
    this.addSql(`alter table account_log ${ofAccount}`);
    this.addSql(`
      alter table person_log ${ofAccount}, add foreign key (tenant_id, person_id) references person`);
  }

  /** `fastupdate` is off, because every search would have to read the list of pending entries. */
  private makeSearches(): void {
    this.addSql(`create extension if not exists btree_gin`);
    for (const [table, condition] of [
      ['account', ''],
      ['person', 'where deleted_at is null'],
    ]) {
      this.addSql(`drop index ${table}_search`);
      this.addSql(`
        create index ${table}_search on ${table} using gin (tenant_id, search_text gin_trgm_ops)
        with (fastupdate = off) ${condition}`);
    }
  }
}

/** Accounts and persons in the order of their changes. */
class Migration30000000000019CrmChanges extends Migration {
  /** The constraints that it drops come back as they were. */
  static readonly effect = 'expanding';

  override up(): void {
    this.addSql(`create index account_changed on account (tenant_id, updated_at, id)`);
    this.addSql(`
      create index person_changed on person (tenant_id, updated_at, id) where deleted_at is null`);
    // The primary keys are to be the newest indexes of their tables (docs/growing.md).
    const ofAccount = ['person', 'account_log', 'person_log'];
    for (const table of ofAccount)
      this.addSql(`alter table ${table} drop constraint ${table}_tenant_id_account_id_fkey`);
    this.addSql(`alter table person_log drop constraint person_log_tenant_id_person_id_fkey`);
    for (const table of ['account', 'person'])
      this.addSql(`alter table ${table} drop constraint ${table}_pkey, add primary key (tenant_id, id)`);
    for (const table of ofAccount)
      this.addSql(`alter table ${table} add foreign key (tenant_id, account_id) references account`);
    this.addSql(`alter table person_log add foreign key (tenant_id, person_id) references person`);
  }
}

export const crmMigrations = [
  Migration20261115002000Crm,
  Migration20261116002000CrmKeys,
  Migration30000000000019CrmChanges,
];
