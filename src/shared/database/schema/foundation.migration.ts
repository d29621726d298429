import { Migration } from '@mikro-orm/migrations';

class Migration20261115000000Foundation extends Migration {
  override up(): void {
    this.addSql(`
      create table tenant (
        id uuid primary key,
        name text not null unique,
        created_at timestamptz(3) not null
      )`);
    this.addSql(`
      create table api_key (
        id uuid primary key,
        tenant_id uuid not null references tenant,
        origin text not null,
        hash bytea not null unique,
        scopes text[] not null,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3),
        revoked_at timestamptz(3),
        last_used_at timestamptz(3)
      )`);
    this.addSql(`create index api_key_tenant on api_key (tenant_id)`);
    this.addSql(`create table service_secret (name text primary key, value bytea not null)`);
    this.addSql(`
      create table idempotent_answer (
        tenant_id uuid not null references tenant,
        key text not null,
        request_hash bytea not null,
        status int not null,
        body text not null,
        created_at timestamptz(3) not null,
        primary key (tenant_id, key)
      )`);
    this.addSql(`create index idempotent_answer_age on idempotent_answer (created_at)`);
    this.addSql(`
      create table event (
        id uuid primary key,
        tenant_id uuid not null references tenant,
        type text not null,
        payload jsonb not null,
        created_at timestamptz(3) not null
      )`);
    this.addSql(`create index event_tenant on event (tenant_id, id)`);
  }
}

class Migration20261116000000AnswerAges extends Migration {
  override up(): void {
    this.addSql(`drop index idempotent_answer_age`);
    this.addSql(`create index idempotent_answer_age on idempotent_answer (tenant_id, created_at)`);
    this.addSql(`
      alter table idempotent_answer
        drop constraint idempotent_answer_pkey,
        add primary key (tenant_id, key)`);
  }
}

export const foundationMigrations = [Migration20261115000000Foundation, Migration20261116000000AnswerAges];
