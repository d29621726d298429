import { Migration } from '@mikro-orm/migrations';
import { partitionRoutines } from './partitions.routines.js';

/** Routines are applied after all migrations, and those that make partitioned tables need these before. */
class Migration20261117000000Partitions extends Migration {
  override up(): void {
    for (const routine of partitionRoutines) this.addSql(routine);
  }
}

export const partitionMigrations = [Migration20261117000000Partitions];
