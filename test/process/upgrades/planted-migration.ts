import type { Environment } from '../support.js';

/** The number of a migration of the next release. */
export const PLANTED = 39_999_999_999_999;

/** A process of the next release: this code with one more migration, which sends this SQL. */
export function withMigration(sql: string, effect: 'contracting' | 'expanding' = 'contracting'): Environment {
  const migration = `
    class Migration${PLANTED}Planted extends Migration {
      static effect = ${JSON.stringify(effect)};
      up() { this.addSql(${JSON.stringify(sql)}); }
    }`;
  return preloaded(`
    import { registerHooks } from 'node:module';
    registerHooks({
      load(url, context, next) {
        const loaded = next(url, context);
        if (!url.endsWith('/topics.migration.js')) return loaded;
        const list = 'export const topicMigrations = [';
        const planted = ${JSON.stringify(migration)} + list + 'Migration${PLANTED}Planted, ';
        return { ...loaded, source: loaded.source.toString().replace(list, planted) };
      },
    });`);
}

/** Code that a process runs before its own. */
export function preloaded(code: string): Environment {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}
