import { type Audience, type AudienceVersion, type VersionStatus, type WithDates } from '@foyer/client';
import type { VNode } from 'preact';
import { clock } from '../../../../shared/kernel/clock.js';
import { Badge, type Tone } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import type { Visit } from './screen.js';

export type ShownAudience = WithDates<Audience>;
export type ShownVersion = WithDates<AudienceVersion>;

export const AUDIENCES_PATH = '/audiences';

const TONES: Record<VersionStatus, Tone> = {
  archived: 'plain',
  cancelled: 'plain',
  draft: 'bad',
  pending: 'warn',
  processing: 'warn',
  published: 'good',
  queued: 'warn',
};

/** States of versions that are not published yet. */
const UNPUBLISHED: readonly VersionStatus[] = ['draft', 'pending', 'processing', 'queued'];

export function audiencePath({ pageId, audienceId }: Pick<ShownAudience, 'pageId' | 'audienceId'>): string {
  return `/pages/${pageId}/audiences/${audienceId}`;
}

export function versionPath(audience: ShownAudience, { versionId }: Pick<ShownVersion, 'versionId'>): string {
  return `${audiencePath(audience)}/versions/${versionId}`;
}

/** The ids in the path of a screen about one audience. */
export function idsIn({ params }: Visit): [pageId: string, audienceId: string] {
  return [params.id!, params.audience!];
}

export function audienceOf(visit: Visit): Promise<ShownAudience> {
  return visit.api.pages.audiences.get(...idsIn(visit));
}

export function AudienceState({ of: { status } }: { of: Pick<ShownAudience, 'status'> }): VNode {
  return <Badge tone={TONES[status]}>{words.audiences.statuses[status]}</Badge>;
}

type StateOfVersion = Pick<ShownVersion, 'status' | 'publishAt'>;

export function VersionState({ of: version }: { of: StateOfVersion }): VNode {
  return <Badge tone={TONES[version.status]}>{stateText(version)}</Badge>;
}

function stateText(version: StateOfVersion): string {
  const { versions } = words;
  return isPlanned(version) ? versions.planned : versions.statuses[version.status];
}

/** Whether the version waits for its time. */
export function isPlanned({ status, publishAt }: StateOfVersion): boolean {
  return status === 'pending' && publishAt !== null && publishAt > clock.now();
}

export function isUnpublished({ status }: Pick<ShownVersion, 'status'>): boolean {
  return UNPUBLISHED.includes(status);
}

/** Whether its state ends by itself, and soon. */
export function isOnTheWay(version: StateOfVersion): boolean {
  const { status } = version;
  return status === 'queued' || status === 'processing' || (status === 'pending' && !isPlanned(version));
}

/** What is said aloud of the latest version. */
export function latestText({ latestVersion }: ShownAudience): string {
  return `${words.versions.number(latestVersion.versionNumber)}: ${stateText(latestVersion)}`;
}

/** Whether visitors have seen the version, so that it has content. */
export function wasPublished({ publishedAt }: Pick<ShownVersion, 'publishedAt'>): boolean {
  return publishedAt !== null;
}
