import { Migration } from '@mikro-orm/migrations';

class Migration20261121000950Analytics extends Migration {
  override up(): void {
    this.addSql(`
      create table analytics_delta (
        tenant_id uuid not null references tenant,
        id uuid not null,
        quarter int not null,
        scopes uuid[] not null,
        values jsonb not null,
        asked jsonb not null,
        visits int not null,
        engaged_ms bigint not null,
        bounces int not null,
        conversions int not null,
        questions int not null,
        primary key (tenant_id, id)
      )`);
    // A day of 96 quarter hours takes 5 KB. It is read often, and reading parts of it is cheap outside of TOAST.
    this.addSql(`
      create table analytics_total (
        tenant_id uuid not null references tenant,
        scope uuid not null,
        days smallint not null,
        day int not null,
        visits int not null,
        engaged_ms bigint not null,
        bounces int not null,
        conversions int not null,
        questions int not null,
        quarters smallint[],
        running bigint[],
        primary key (tenant_id, scope, days, day)
      ) with (toast_tuple_target = 8160)`);
    this.addSql(`
      create table analytics_value (
        tenant_id uuid not null references tenant,
        dimension text not null,
        value text not null,
        number int not null,
        unique (tenant_id, dimension, value)
      )`);
    // After the other index (decision 67).
    this.addSql(`alter table analytics_value add primary key (tenant_id, dimension, number)`);
    this.addSql(`
      create table analytics_breakdown (
        tenant_id uuid not null references tenant,
        scope uuid not null,
        dimension text not null,
        quarters int not null,
        quarter int not null,
        figures bytea not null,
        primary key (tenant_id, scope, dimension, quarters, quarter)
      )`);
    // Decompressing takes longer than reading uncompressed data.
    this.addSql(`alter table analytics_breakdown alter column figures set storage external`);
  }
}

const value = (text: string): string =>
  `rtrim(left(btrim(regexp_replace(coalesce(${text}, ''), '[[:space:][:cntrl:]]+', ' ', 'g')), 200))`;

/** Adds sessions that were computed before figures existed. Samples do not count: no computation created them. */
class Migration20261121000951AnalyticsOfOldSessions extends Migration {
  override up(): void {
    this.addSql(`
      insert into analytics_delta (tenant_id, id, quarter, scopes, values, asked, visits, engaged_ms, bounces,
        conversions, questions)
      select tenant_id, gen_random_uuid(), floor(extract(epoch from session_started_at) * 1000 / 900000),
        array_remove(array[tenant_id, page_id, audience_id], null),
        jsonb_build_object('audience', coalesce(audience_id::text, ''), 'link', coalesce(page_link_id::text, ''),
          'source', ${value('utm_source')}, 'medium', ${value('utm_medium')}, 'campaign', ${value('utm_campaign')},
          'referrer', ${value('referrer')}, 'device', ${value('device')}),
        (select coalesce(jsonb_object_agg(question, times), '{}') from (
           select ${value(`lower(normalize(asked->>'label', nfc))`)} as question, count(*) as times
           from jsonb_array_elements(interactions) as asked
           where case when visit_rules is null then asked->>'responseText' <> '' else asked->>'componentContext' = 'question' end
           group by 1
         ) as questions),
        1, least(round(coalesce(time_spent_seconds, 0) * 1000), 86400000), is_bounce::int, has_conversion::int,
        questions_asked_count
      from audience_session
      where computation_status = 'completed'
        and id not between '01938f5b-e800-7000-8000-000000000000' and '01938f5b-e800-7000-8000-ffffffffffff'`);
  }
}

/** The days whose breakdowns are rebuilt once they are over (decision 85). */
class Migration30000000000002AnalyticsFullDays extends Migration {
  override up(): void {
    this.addSql(`
      create table analytics_full_day (
        tenant_id uuid not null references tenant,
        scope uuid not null,
        dimension text not null,
        day int not null,
        due_at timestamptz(3) not null
      )`);
    this.addSql(`
      create index analytics_full_day_due on analytics_full_day (tenant_id, due_at, scope, dimension, day)`);
    // After the other index (decision 67).
    this.addSql(`alter table analytics_full_day add primary key (tenant_id, scope, dimension, day)`);
  }
}

/** How far a job has brought the rollups of each tenant to the present rules: up to this scope. */
class Migration30000000000003AnalyticsUpgrade extends Migration {
  override up(): void {
    this.addSql(`
      create table analytics_upgrade (
        tenant_id uuid not null references tenant,
        scope uuid not null,
        primary key (tenant_id)
      )`);
    this.addSql(`
      insert into analytics_upgrade (tenant_id, scope)
      select id, '00000000-0000-0000-0000-000000000000' from tenant`);
  }
}

/**
 * Whether the rollups of a scope contain all its sessions, and smaller breakdowns (decision 86). All rollups that exist
 * are complete. A worker of the previous release does not know the column: it adds rollups of audiences that have none,
 * with a part of their sessions.
 */
class Migration30000000000005CompleteRollups extends Migration {
  override up(): void {
    this.addSql(`alter table analytics_total add column is_complete boolean not null default true`);
    this.addSql(`alter table analytics_total alter column is_complete set default false`);
    // Compressed: each new version of a row leaves a dead one, and a full day has 28 KB.
    this.addSql(`alter table analytics_breakdown alter column figures set storage extended`);
  }
}

export const analyticsMigrations = [
  Migration20261121000950Analytics,
  Migration20261121000951AnalyticsOfOldSessions,
  Migration30000000000002AnalyticsFullDays,
  Migration30000000000003AnalyticsUpgrade,
  Migration30000000000005CompleteRollups,
];
