import type { RecordOf } from '../../../shared/database/records/column-map.js';
import { ListRead } from '../../../shared/database/lists/list-read.js';
import { byTime } from '../../../shared/database/lists/time-filters.js';
import { PreparedRead } from '../../../shared/database/records/prepared-reads.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { pictureFileOf } from '../../assets/index.js';
import { titleOf } from '../entities/metadata.js';
import { pageFields } from '../entities/page.entity.js';
import type { PageStatus } from '../entities/page.lifecycle.js';
import { LINK_PICTURE_BYTES, metadataView, type LinkPicture } from './metadata-view.js';
import type { PageView } from './pages.dto.js';

/** The input of a view. Entities and rows both have this shape. */
export type PageRecord = RecordOf<typeof pageFields> & { id: string };

interface PageRow extends PageRecord {
  ogImageFileId: string | null;
  audiencesCount: number;
}

const AUDIENCES = 'from audience a where a.tenant_id = $1 and a.page_id = p.id and a.archived_at is null';
const COUNT = `(select count(*)::float8 ${AUDIENCES})`;

/** The file of the picture, unless it is in the trash. */
const PICTURE_FILE = pictureFileOf('p.og_image_asset_id');

const RECORD = `p.id, ${pageFields.select('p')}, ${PICTURE_FILE} as "ogImageFileId"`;

/** Counting more takes too long for a short read. */
export const MAX_QUICK_COUNT = 1000;

/** Counts audiences up to `MAX_QUICK_COUNT + 1`. */
export const pageById = new PreparedRead<PageRow>(
  'page.by_id',
  `select ${RECORD},
     (select count(*)::float8 from (select ${AUDIENCES} limit ${MAX_QUICK_COUNT + 1}) counted) as "audiencesCount"
   from page p where p.tenant_id = $1 and p.id = $2`,
  { isShort: true },
);

/** The parts of a page's view that are not its own columns. */
export const viewedWithPage = new PreparedRead<Pick<PageRow, 'audiencesCount' | 'ogImageFileId'>>(
  'page.viewed_with',
  `select ${COUNT} as "audiencesCount", ${PICTURE_FILE} as "ogImageFileId"
   from page p where p.tenant_id = $1 and p.id = $2`,
);

/** A deleted page is not found, so its audiences are not found either. */
export const pageStatusById = new PreparedRead<{ status: PageStatus }>(
  'page.status',
  'select status from page where tenant_id = $1 and id = $2 and deleted_at is null',
  { isShort: true },
);

const { sorts, filters } = byTime('p');

export const pageList = new ListRead<PageRow>('pages', {
  columns: `${RECORD}, ${COUNT} as "audiencesCount"`,
  bytes: `${LINK_PICTURE_BYTES} + ${pageFields.bytes('p')}`,
  from: 'page p',
  alias: 'p',
  where: 'p.deleted_at is null',
  order: { 'p.created_at': 'timestamptz', 'p.id': 'uuid' },
  direction: 'desc',
  sorts,
  filters: {
    status: 'p.status = ?',
    pageType: 'p.page_type = ?',
    query: 'p.search_text like ?',
    brandId: 'p.brand_id = ?',
    pageIds: 'p.id = any(?::uuid[])',
    ...filters,
  },
  // A brand's index would not take texts of any length, and a list that is always counted looks at each page anyway.
  indexed: ['status', 'pageType'],
  indexedInSort: { updatedAt: ['status', 'pageType'] },
  unordered: ['query', 'pageIds'],
  unevenFilters: ['query'],
});

export function pageView(
  page: PageRecord,
  audiencesCount: number,
  picture: LinkPicture | undefined,
): PageView {
  return {
    pageId: wireId('page', page.id),
    title: titleOf(page),
    ...pageFields.toView(page),
    actions: page.actions.map((action, actionIndex) => ({ ...action, actionIndex })),
    headerActionId: page.headerActionId ?? undefined,
    defaultFormId: page.defaultFormId ?? undefined,
    body: page.body ?? undefined,
    language: page.language ?? undefined,
    metadata: metadataView(page.metadata, picture),
    coverImage: page.coverImage ?? undefined,
    audiencesCount,
  };
}
