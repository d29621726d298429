import { Migration } from '@mikro-orm/migrations';
import { slugOf, withRandomSuffix } from '../kernel/slug.js';
import { TENANT_WITHOUT_LETTERS } from './tenant-store.js';

/** The default is for processes of an older release, which know nothing of slugs. */
class Migration20261118000000TenantSlugs extends Migration {
  override async up(): Promise<void> {
    await this.execute(`
      alter table tenant add column slug text not null default replace(gen_random_uuid()::text, '-', '')`);
    const tenants = (await this.execute('select id, name from tenant order by created_at, id')) as {
      id: string;
      name: string;
    }[];
    const taken = new Set<string>();
    for (const { id, name } of tenants) {
      const own = slugOf(name, TENANT_WITHOUT_LETTERS);
      const slug = taken.has(own) ? withRandomSuffix(own) : own;
      taken.add(slug);
      await this.execute('update tenant set slug = ? where id = ?', [slug, id]);
    }
    await this.execute('create unique index tenant_slug on tenant (slug)');
  }
}

export const tenantSlugMigrations = [Migration20261118000000TenantSlugs];
