import { Injectable } from '@nestjs/common';
import { PreparedReads } from '../../shared/database/prepared-reads.js';
import { wireId } from '../../shared/kernel/ids.js';
import { AudiencesApi, type AudienceSummary } from '../pages/index.js';
import { hostNameOf } from '../../shared/kernel/domain-name.js';
import { linkPathOf, pathHashOf } from './link-path.js';
import { placeOnDomain, placeOnOwnDomain, type PlaceRow } from './page-link-reads.js';
import type { Reason, ResolutionView, ResolveQuery } from './resolution.dto.js';

const NOTHING: ResolutionView = {
  found: false,
  reason: null,
  pageLinkId: null,
  audienceId: null,
  pageId: null,
  pageName: null,
  versionId: null,
  versionNumber: null,
};

/** Tells what a visitor would be shown at a place, or why nothing. */
@Injectable()
export class ResolutionService {
  constructor(
    private readonly reads: PreparedReads,
    private readonly audiences: AudiencesApi,
  ) {}

  async resolve({ domain, path }: ResolveQuery): Promise<ResolutionView> {
    const place = await this.placeAt(domain, path);
    if (!place) return { ...NOTHING, reason: 'unknown_domain' };
    if (!place.pageLinkId || !place.audienceId) return { ...NOTHING, reason: 'no_link' };
    const audience = await this.audiences.find(place.audienceId);
    return {
      ...NOTHING,
      pageLinkId: wireId('link', place.pageLinkId),
      audienceId: wireId('audience', place.audienceId),
      ...(audience ? shownOf(audience) : { reason: 'audience_not_found' }),
    };
  }

  /** Nothing stands at what is no path, and nobody has what is no domain: a visitor can ask for either. */
  private async placeAt(domain: string | undefined, path: string): Promise<PlaceRow | undefined> {
    const hash = pathHashOf(linkPathOf(path) ?? '');
    if (domain !== undefined) return this.reads.one(placeOnDomain, hostNameOf(domain) ?? '', hash);
    return (await this.reads.one(placeOnOwnDomain, hash)) ?? { pageLinkId: null, audienceId: null };
  }
}

function shownOf(audience: AudienceSummary): Partial<ResolutionView> {
  const { pageId, pageName, publishedVersion } = audience;
  const page = { pageId: wireId('page', pageId), pageName };
  const reason = obstacleOf(audience);
  if (reason) return { ...page, reason };
  const { id, versionNumber } = publishedVersion;
  return { ...page, found: true, versionId: wireId('version', id), versionNumber };
}

function obstacleOf({ isPageDeleted, pageStatus, isArchived }: AudienceSummary): Reason | undefined {
  if (isPageDeleted) return 'page_deleted';
  if (pageStatus === 'archived') return 'page_archived';
  return isArchived ? 'audience_archived' : undefined;
}
