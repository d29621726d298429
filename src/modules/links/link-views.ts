import { wireTime, wireTimeOrNull } from '../../shared/kernel/wire-time.js';
import { wireId } from '../../shared/kernel/ids.js';
import { AUDIENCE_TARGET, type PageLinkView } from './page-links.dto.js';
import type { TenantDomainView } from './tenant-domains.dto.js';

/** What a view is made from. An entity has this shape, and so has a row of a prepared read. */
export interface DomainRecord {
  id: string;
  domain: string;
  createdAt: Date | number;
  updatedAt: Date | number;
}

export interface LinkRecord {
  id: string;
  tenantDomainId?: string | null;
  path: string;
  audienceId: string;
  createdAt: Date | number;
  updatedAt: Date | number;
  deletedAt?: Date | number | null;
}

export function domainView({ id, domain, createdAt, updatedAt }: DomainRecord): TenantDomainView {
  return {
    tenantDomainId: wireId('domain', id),
    domain,
    createdAt: wireTime(createdAt),
    updatedAt: wireTime(updatedAt),
  };
}

export function linkView(link: LinkRecord): PageLinkView {
  return {
    pageLinkId: wireId('link', link.id),
    tenantDomainId: link.tenantDomainId ? wireId('domain', link.tenantDomainId) : null,
    path: link.path,
    target: { targetType: AUDIENCE_TARGET, audienceId: wireId('audience', link.audienceId) },
    createdAt: wireTime(link.createdAt),
    updatedAt: wireTime(link.updatedAt),
    deletedAt: wireTimeOrNull(link.deletedAt ?? null),
  };
}
