import { TemplateMigration } from '../database/schema/template-migration.js';
import { slugOf, withRandomSuffix } from '../kernel/texts/slug.js';
import { TENANT_WITHOUT_LETTERS } from './tenant-store.js';

/** The default is for processes of an older release, which know nothing of slugs. */
const ADD_SLUG = `
  alter table tenant add column slug text not null default replace(gen_random_uuid()::text, '-', '')`;
const TENANTS = 'select id, name from tenant order by created_at, id';
const SET_SLUG = 'update tenant set slug = ? where id = ?';
const MAKE_UNIQUE = 'create unique index tenant_slug on tenant (slug)';

class Migration20261118000000TenantSlugs extends TemplateMigration {
  readonly template = [ADD_SLUG, TENANTS, SET_SLUG, MAKE_UNIQUE];

  override async up(): Promise<void> {
    await this.execute(ADD_SLUG);
    const tenants = (await this.execute(TENANTS)) as { id: string; name: string }[];
    const taken = new Set<string>();
    for (const { id, name } of tenants) {
      const own = slugOf(name, TENANT_WITHOUT_LETTERS);
      const slug = taken.has(own) ? withRandomSuffix(own) : own;
      taken.add(slug);
      await this.execute(SET_SLUG, [slug, id]);
    }
    await this.execute(MAKE_UNIQUE);
  }
}

export const tenantSlugMigrations = [Migration20261118000000TenantSlugs];
