import { Migration } from '@mikro-orm/migrations';

export class Migration20261115000811VersionPlaces extends Migration {
  override up(): void {
    this.addSql(`alter table audience add column places_given bigint not null default 0`);
    this.addSql(`update audience set places_given = versions_made`);
    this.addSql(`
      alter table audience_version
        add column publish_at timestamptz(3),
        add column place bigint,
        add column rolled_back_from uuid references audience_version`);
    this.addSql(`update audience_version set place = version_number where status = 'pending'`);
  }
}
