import { Migration } from '@mikro-orm/migrations';
import { ModuleFault } from '../../kernel/module-fault.js';

/**
 * A migration that sends what rows, or code that may change, decide. Its template is hashed in place of that, so the hash
 * is the same on every database (decision 82).
 */
export abstract class TemplateMigration extends Migration {
  /** Every statement that it executes, with a `?` for each value. */
  abstract readonly template: readonly string[];

  override execute(...[sql, values]: Parameters<Migration['execute']>): ReturnType<Migration['execute']> {
    if (typeof sql === 'string' && this.template.includes(sql)) return super.execute(sql, values);
    throw new ModuleFault(`${this.constructor.name} executes a statement that its template does not have.`);
  }
}
