import { ListRead } from '../../shared/database/list-read.js';
import { PreparedRead } from '../../shared/database/prepared-reads.js';
import { millis } from '../../shared/database/sql.js';
import type { PageRecord } from './page-views.js';
import type { PageStatus } from './page.lifecycle.js';

export interface PageRow extends PageRecord {
  audiencesCount: number;
}

const COUNT = `(select count(*)::float8 from audience a where a.page_id = p.id and a.archived_at is null)`;

const PAGE = `
  p.id, p.name, p.page_context as "pageContext", p.page_type as "pageType", p.status, p.brand_id as "brandId",
  p.actions, p.action_card_widgets as "actionCardWidgets", p.footer_links as "footerLinks", p.scripts,
  p.header_action_id as "headerActionId", p.metadata, ${COUNT} as "audiencesCount",
  ${millis('p.created_at')} as "createdAt", ${millis('p.updated_at')} as "updatedAt",
  ${millis('p.archived_at')} as "archivedAt", ${millis('p.deleted_at')} as "deletedAt"`;

export const pageById = new PreparedRead<PageRow>(
  'page.by_id',
  `select ${PAGE} from page p where p.tenant_id = $1 and p.id = $2`,
);

export const audiencesCountOf = new PreparedRead<{ audiencesCount: number }>(
  'page.audiences_count',
  `select ${COUNT} as "audiencesCount" from page p where p.tenant_id = $1 and p.id = $2`,
);

/** Whether there is such a page to have audiences on. */
export const standingPage = new PreparedRead<{ status: PageStatus }>(
  'page.standing',
  'select status from page where tenant_id = $1 and id = $2 and deleted_at is null',
);

export const pageList = new ListRead<PageRow>('pages', {
  columns: PAGE,
  from: 'page p',
  alias: 'p',
  where: 'p.deleted_at is null',
  order: { 'p.id': 'uuid' },
  direction: 'desc',
  filters: { status: 'p.status = ?', pageType: 'p.page_type = ?', query: 'p.search_text like ?' },
  unevenFilters: ['query'],
});
