import { Migration } from '@mikro-orm/migrations';

/** The default was for the rows that were there when the column came; now every audience is given its value. */
export class Migration20261115150000VersionPlacesDefault extends Migration {
  override up(): void {
    this.addSql(`alter table audience alter column places_given drop default`);
  }
}
