import { Migration } from '@mikro-orm/migrations';

/** A trigger uses the secret, so it exists before the first row is written. */
class Migration30000000000004PersonIndex extends Migration {
  override up(): void {
    this.addSql(`
      insert into service_secret (name, value)
      values ('person index', sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())))
      on conflict do nothing`);
    this.addSql(`
      create table person_index_fill (
        tenant_id uuid primary key references tenant,
        routines text not null,
        table_name text,
        last_key text[]
      )`);
  }
}

/** An erased person, known by keyed hashes alone, until late mentions are erased (`late-mentions.ts`). */
class Migration30000000000006ErasedPerson extends Migration {
  override up(): void {
    this.addSql(`
      create table erased_person (
        tenant_id uuid not null references tenant,
        id uuid not null,
        hashes bigint[] not null,
        open_before xid8,
        erased_at timestamptz not null,
        primary key (tenant_id, id)
      )`);
  }
}

export const personalMigrations = [Migration30000000000004PersonIndex, Migration30000000000006ErasedPerson];
