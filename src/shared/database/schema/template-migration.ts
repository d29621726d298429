import { Migration } from '@mikro-orm/migrations';
import { ModuleFault } from '../../kernel/module-fault.js';

/**
 * A migration whose SQL depends on rows, or on code that may change. Its template is hashed instead, so the hash is the
 * same on every database (decision 82).
 */
export abstract class TemplateMigration extends Migration {
  /** Every statement that it executes, with a `?` for each value. */
  abstract readonly template: readonly string[];

  override execute(...[sql, values]: Parameters<Migration['execute']>): ReturnType<Migration['execute']> {
    if (typeof sql === 'string' && this.template.includes(sql)) return super.execute(sql, values);
    throw new ModuleFault(`${this.constructor.name} executes a statement that its template does not have.`);
  }
}
