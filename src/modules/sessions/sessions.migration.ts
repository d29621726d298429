import { Migration } from '@mikro-orm/migrations';

class Migration20261115000600Sessions extends Migration {
  override up(): void {
    this.addSql(`
      create table audience_session (
        id uuid primary key,
        tenant_id uuid not null references tenant,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        analytics_session_id text not null,
        page_id uuid,
        page_title text,
        page_url text,
        audience_id uuid,
        computation_status text not null,
        form_submission_id text,
        form_submission_email text,
        form_submission_phone text,
        form_submission_linkedin text,
        has_conversion boolean not null,
        is_bounce boolean not null,
        max_scroll_depth_percentage double precision,
        questions_asked_count bigint not null,
        total_clicks_count bigint not null,
        time_spent_seconds double precision,
        session_started_at timestamptz(3) not null,
        session_ended_at timestamptz(3),
        utm_campaign text,
        utm_content text,
        utm_medium text,
        utm_source text,
        utm_term text,
        interactions jsonb not null,
        unique (tenant_id, analytics_session_id)
      )`);
    this.addSql(
      `create index audience_session_page on audience_session (tenant_id, page_id, session_started_at, id)`,
    );
    this.addSql(
      `create index audience_session_audience on audience_session (tenant_id, audience_id, session_started_at, id)`,
    );
  }
}

class Migration20261116000600SessionKeys extends Migration {
  override up(): void {
    this.addSql(`
      alter table audience_session drop constraint audience_session_pkey, add primary key (tenant_id, id)`);
  }
}

class Migration20261120000600SeenSessions extends Migration {
  override up(): void {
    this.addSql(`
      alter table audience_session
        add column page_link_id uuid,
        add column referrer text,
        add column device text,
        add column language text,
        add column visit_rules int,
        add column computation_failure text`);
  }
}

/** Few sessions identify their visitor by a form, so one index is enough to find them by any of the form's fields. */
class Migration20261122000020SessionSenders extends Migration {
  override up(): void {
    this.addSql(`
      create index audience_session_form on audience_session (tenant_id, form_submission_id)
      where form_submission_id is not null`);
    this.addSql(`
      alter table audience_session drop constraint audience_session_pkey, add primary key (tenant_id, id)`);
  }
}

export const sessionMigrations = [
  Migration20261115000600Sessions,
  Migration20261116000600SessionKeys,
  Migration20261120000600SeenSessions,
  Migration20261122000020SessionSenders,
];
