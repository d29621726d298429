import { Migration } from '@mikro-orm/migrations';

class Migration20261118001000Forms extends Migration {
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

class Migration20261118001001FormSubmissions extends Migration {
  override up(): void {
    this.addSql(`
      create table form_submission (
        tenant_id uuid not null references tenant,
        id uuid not null,
        form_id uuid,
        page_id uuid not null,
        audience_id uuid not null,
        page_link_id uuid not null,
        analytics_session_id text not null,
        person_id uuid,
        answers json not null,
        status text not null,
        failure text,
        visit text,
        content_hash bytea not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      )`);
    this.addSql(`create index form_submission_order on form_submission (tenant_id, created_at, id)`);
    this.addSql(`create index form_submission_form on form_submission (tenant_id, form_id, created_at, id)`);
    this.addSql(`create index form_submission_visit on form_submission (tenant_id, visit, content_hash)`);
    this.addSql(`alter table form_submission add primary key (tenant_id, id)`);
  }
}

class Migration20261119001000FormSenders extends Migration {
  override up(): void {
    this.addSql(`alter table form_submission add column sender json`);
  }
}

/** Submissions are found by their person and by their visit when a person is erased. */
class Migration20261122000010SubmissionPersons extends Migration {
  override up(): void {
    this.addSql(`
      create index form_submission_person on form_submission (tenant_id, person_id) where person_id is not null`);
    this.addSql(`
      create index form_submission_session on form_submission (tenant_id, analytics_session_id)
      where person_id is null`);
    this.addSql(`
      alter table form_submission drop constraint form_submission_pkey, add primary key (tenant_id, id)`);
  }
}

/** The submissions of a person, in the order of lists. */
class Migration30000000000028SubmissionsOfPersons extends Migration {
  /** The index that it drops is the beginning of the new one, and the primary key comes back as it was. */
  static readonly effect = 'expanding';

  override up(): void {
    this.addSql(`drop index form_submission_person`);
    this.addSql(`
      create index form_submission_person on form_submission (tenant_id, person_id, created_at, id)
      where person_id is not null`);
    // The primary key is to be the newest index of its table (docs/growing.md).
    this.addSql(`
      alter table form_submission drop constraint form_submission_pkey, add primary key (tenant_id, id)`);
  }
}

export const formMigrations = [
  Migration20261118001000Forms,
  Migration20261118001001FormSubmissions,
  Migration20261119001000FormSenders,
  Migration20261122000010SubmissionPersons,
  Migration30000000000028SubmissionsOfPersons,
];
