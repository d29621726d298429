import { TemplateMigration } from './template-migration.js';
import { partitionRoutines } from './partitions.routines.js';

/** Routines are applied after all migrations, but migrations that create partitioned tables need these earlier. */
class Migration20261117000000Partitions extends TemplateMigration {
  /** Routines may change: they have their own hash (decision 52). */
  readonly template = ['partition routines'];

  override up(): void {
    for (const routine of partitionRoutines) this.addSql(routine);
  }
}

export const partitionMigrations = [Migration20261117000000Partitions];
