import type { RecordOf } from '../../shared/database/column-map.js';
import { ListRead } from '../../shared/database/list-read.js';
import { PreparedRead } from '../../shared/database/prepared-reads.js';
import { wireId } from '../../shared/kernel/ids.js';
import { linkColumns } from './page-link.entity.js';
import { AUDIENCE_TARGET, type PageLinkView } from './page-links.dto.js';

/** What a view is made from: an entity has this shape, and so has a row. */
type LinkRecord = RecordOf<typeof linkColumns>;

const LINK = linkColumns.select('l');

/** Also of one that is deleted, as whoever wants to restore it must be able to look at it. */
export const linkById = new PreparedRead<LinkRecord>(
  'page_link.by_id',
  `select ${LINK} from page_link l where l.tenant_id = $1 and l.id = $2`,
);

export const linkList = new ListRead<LinkRecord>('page_links', {
  columns: LINK,
  bytes: linkColumns.bytes('l'),
  from: 'page_link l',
  alias: 'l',
  where: 'l.deleted_at is null',
  order: { 'l.created_at': 'timestamptz', 'l.id': 'uuid' },
  direction: 'desc',
  filters: { tenantDomainId: 'l.tenant_domain_id = ?', audienceId: 'l.audience_id = ?' },
});

export function linkView(link: LinkRecord): PageLinkView {
  const { id, tenantDomainId, path, audienceId, ...shown } = linkColumns.toView(link);
  return {
    pageLinkId: wireId('link', id),
    tenantDomainId: tenantDomainId && wireId('domain', tenantDomainId),
    path,
    target: { targetType: AUDIENCE_TARGET, audienceId: wireId('audience', audienceId) },
    ...shown,
  };
}
