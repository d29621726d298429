import { wireTime, wireTimeOrNull } from '../../shared/kernel/wire-time.js';
import { wireId } from '../../shared/kernel/ids.js';
import type { Overrides } from './audience.entity.js';
import type { AudienceView } from './audiences.dto.js';
import { effectiveMetadata, metadataView, type Metadata } from './metadata.js';
import type { VersionStatus } from './version.lifecycle.js';
import { versionView, type VersionRecord } from './version-views.js';

/** All that an answer about an audience draws on, but for its person. */
export interface AudienceRecord extends Overrides {
  id: string;
  pageId: string;
  pageName: string;
  pageMetadata: Metadata | null;
  number: number;
  personId: string | null;
  latestVersion: VersionRecord;
  publishedVersion: VersionRecord;
  createdAt: Date | number;
  archivedAt: Date | number | null;
}

/** Somebody for whom an audience can be. */
export interface Addressee {
  name: string;
  slug: string;
}

export function audienceView(audience: AudienceRecord, person: Addressee | undefined): AudienceView {
  const computedName = computedNameOf(audience, person);
  const latestVersion = versionView(audience.latestVersion, audience.id);
  return {
    audienceId: wireId('audience', audience.id),
    pageId: wireId('page', audience.pageId),
    status: statusOf(audience),
    computedName,
    customName: audience.customName,
    effectiveName: audience.customName ?? computedName,
    actionFormIdOverride: audience.actionFormIdOverride,
    actionFormInstructionsOverride: audience.actionFormInstructionsOverride,
    actionUrlOverride: audience.actionUrlOverride,
    supplementaryContext: audience.supplementaryContext,
    isNewPageAgent: latestVersion.isNewPageAgent,
    personId: audience.personId && wireId('person', audience.personId),
    personRouteKey: person?.slug ?? null,
    latestVersion,
    publishedVersion: versionView(audience.publishedVersion, audience.id),
    createdAt: wireTime(audience.createdAt),
    archivedAt: wireTimeOrNull(audience.archivedAt),
    effectiveMetadata: metadataView(effectiveMetadata(audience.pageMetadata, audience.metadataOverride)),
    metadataOverride: metadataView(audience.metadataOverride),
  };
}

/** An older version that was published by hand leaves the latest one archived, while the audience is live. */
function statusOf({ archivedAt, latestVersion }: AudienceRecord): VersionStatus {
  if (archivedAt !== null) return 'archived';
  return latestVersion.status === 'archived' ? 'published' : latestVersion.status;
}

export function computedNameOf(
  { pageName, number }: Pick<AudienceRecord, 'pageName' | 'number'>,
  person: Addressee | undefined,
): string {
  return person?.name ?? `${pageName} #${number}`;
}
