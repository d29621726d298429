import type { RecordOf } from '../../../shared/database/records/column-map.js';
import { ListRead } from '../../../shared/database/lists/list-read.js';
import { PreparedRead } from '../../../shared/database/records/prepared-reads.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { metadataView, titleOf } from '../entities/metadata.js';
import { pageFields } from '../entities/page.entity.js';
import type { PageStatus } from '../entities/page.lifecycle.js';
import type { PageView } from './pages.dto.js';

/** The input of a view. Entities and rows both have this shape. */
export type PageRecord = RecordOf<typeof pageFields> & { id: string };

interface PageRow extends PageRecord {
  audiencesCount: number;
}

const AUDIENCES = 'from audience a where a.tenant_id = $1 and a.page_id = p.id and a.archived_at is null';
const COUNT = `(select count(*)::float8 ${AUDIENCES})`;

const PAGE = `p.id, ${pageFields.select('p')}, ${COUNT} as "audiencesCount"`;

/** Counting more takes too long for a short read. */
export const MAX_QUICK_COUNT = 1000;

/** Counts audiences up to `MAX_QUICK_COUNT + 1`. */
export const pageById = new PreparedRead<PageRow>(
  'page.by_id',
  `select p.id, ${pageFields.select('p')},
     (select count(*)::float8 from (select ${AUDIENCES} limit ${MAX_QUICK_COUNT + 1}) counted) as "audiencesCount"
   from page p where p.tenant_id = $1 and p.id = $2`,
  { isShort: true },
);

export const audiencesCountOf = new PreparedRead<{ audiencesCount: number }>(
  'page.audiences_count',
  `select ${COUNT} as "audiencesCount" from page p where p.tenant_id = $1 and p.id = $2`,
);

/** A deleted page is not found, so its audiences are not found either. */
export const pageStatusById = new PreparedRead<{ status: PageStatus }>(
  'page.status',
  'select status from page where tenant_id = $1 and id = $2 and deleted_at is null',
  { isShort: true },
);

export const pageList = new ListRead<PageRow>('pages', {
  columns: PAGE,
  bytes: pageFields.bytes('p'),
  from: 'page p',
  alias: 'p',
  where: 'p.deleted_at is null',
  order: { 'p.created_at': 'timestamptz', 'p.id': 'uuid' },
  direction: 'desc',
  filters: { status: 'p.status = ?', pageType: 'p.page_type = ?', query: 'p.search_text like ?' },
  unevenFilters: ['query'],
});

export function pageView(page: PageRecord, audiencesCount: number): PageView {
  return {
    pageId: wireId('page', page.id),
    title: titleOf(page),
    ...pageFields.toView(page),
    actions: page.actions.map((action, actionIndex) => ({ ...action, actionIndex })),
    headerActionId: page.headerActionId ?? undefined,
    defaultFormId: page.defaultFormId ?? undefined,
    body: page.body ?? undefined,
    language: page.language ?? undefined,
    metadata: metadataView(page.metadata),
    audiencesCount,
  };
}
