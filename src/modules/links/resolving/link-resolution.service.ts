import { Injectable } from '@nestjs/common';
import { millis } from '../../../shared/database/driver/sql.js';
import { PreparedRead, PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { hostNameOf } from '../../../shared/kernel/texts/domain-name.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { linkTargetOf, type LinkTarget } from '../../pages/index.js';
import { isExpired } from '../entities/link-expiry.js';
import { linkPathOf, pathHashOf } from '../entities/link-path.js';
import type { LinkResolutionView, Reason, ResolveQuery } from './link-resolution.dto.js';

/** The link at a path, and what it leads to: nothing if there is no such audience. */
type LinkAtPath = { pageLinkId: string; audienceId: string; expiresAt: number | null } & (
  LinkTarget | { [Name in keyof LinkTarget]: null }
);

/** The domain, and the link at the path, that a visitor requests. */
interface Found {
  isDomainKnown: boolean;
  isDomainProven: boolean;
  link: LinkAtPath | undefined;
}

/** Why a path does not lead to an audience. If more than one reason applies, the first one is reported. */
const CAUSES: readonly [Reason, applies: (found: Found) => boolean | undefined][] = [
  ['unknown_domain', ({ isDomainKnown }) => !isDomainKnown],
  ['domain_not_proven', ({ isDomainProven }) => !isDomainProven],
  ['no_link', ({ link }) => !link],
  ['link_expired', ({ link }) => link && isExpired(link)],
  ['audience_not_found', ({ link }) => link?.pageId === null],
];

const LINK = `l.id as "pageLinkId", l.audience_id as "audienceId", ${millis('l.expires_at')} as "expiresAt", target.*`;
const ITS_TARGET = `left join ${linkTargetOf('l.audience_id')} target on true`;

/** Returns one row for a domain of the tenant, even if there is no link at the path. */
const linkOnDomain = new PreparedRead<(LinkAtPath | { pageLinkId: null }) & { isDomainProven: boolean }>(
  'page_link.on_domain',
  `select ${LINK}, d.is_proven as "isDomainProven" from tenant_domain d
     left join page_link l on l.tenant_id = $1 and l.tenant_domain_id = d.id
       and l.path_hash = $3 and l.deleted_at is null
     ${ITS_TARGET}
   where d.tenant_id = $1 and d.domain = $2`,
  { isShort: true },
);

export const linkOnOwnDomain = new PreparedRead<LinkAtPath>(
  'page_link.on_own_domain',
  `select ${LINK} from page_link l ${ITS_TARGET}
   where l.tenant_id = $1 and l.tenant_domain_id is null and l.path_hash = $2 and l.deleted_at is null`,
  { isShort: true },
);

/** Finds the page that a visitor would see at a path, or the reason why there is none. */
@Injectable()
export class LinkResolutionService {
  constructor(private readonly reads: PreparedReads) {}

  async resolve(query: ResolveQuery): Promise<LinkResolutionView> {
    const found = await this.find(query);
    const [cause] = CAUSES.find(([, applies]) => applies(found)) ?? [];
    return resolutionView(found.link, cause ?? found.link?.hiddenBecause ?? null);
  }

  /** An invalid path counts as a path without a link, and an invalid domain as an unknown domain. */
  private async find({ domain, path }: ResolveQuery): Promise<Found> {
    const pathHash = pathHashOf(linkPathOf(path) ?? '');
    const row =
      domain === undefined
        ? await this.reads.one(linkOnOwnDomain, pathHash)
        : await this.reads.one(linkOnDomain, hostNameOf(domain) ?? '', pathHash);
    return {
      isDomainKnown: domain === undefined || row !== undefined,
      isDomainProven: !row || !('isDomainProven' in row) || row.isDomainProven,
      link: row?.pageLinkId ? row : undefined,
    };
  }
}

export function resolutionView(link: LinkAtPath | undefined, reason: Reason | null): LinkResolutionView {
  const shown = reason === null ? link : undefined;
  return {
    found: reason === null,
    reason,
    pageLinkId: link ? wireId('link', link.pageLinkId) : null,
    audienceId: link ? wireId('audience', link.audienceId) : null,
    pageId: link?.pageId ? wireId('page', link.pageId) : null,
    pageName: link?.pageName ?? null,
    versionId: shown?.versionId ? wireId('version', shown.versionId) : null,
    versionNumber: shown?.versionNumber ?? null,
  };
}
