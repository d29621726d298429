import { Migration } from '@mikro-orm/migrations';
import { deltasOfSessions } from './deltas-of-sessions.js';

export class Migration20261121000950Analytics extends Migration {
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
    // A day of 96 quarter hours takes 5 KB. It is read often, and parts of it cheaply while it is not moved elsewhere.
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
    // To unpack them takes longer than to read them as they are.
    this.addSql(`alter table analytics_breakdown alter column figures set storage external`);
  }
}

/** Sessions that were computed before there were figures. */
export class Migration20261121000951AnalyticsOfOldSessions extends Migration {
  override up(): void {
    this.addSql(deltasOfSessions(1, 'true'));
  }
}
