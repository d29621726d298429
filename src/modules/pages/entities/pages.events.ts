import { defineEvents, type EventInput } from '../../../shared/events/event-kind.js';
import { Integer, OneOf, RecordId } from '../../../shared/fields/fields.js';
import { wireId } from '../../../shared/kernel/ids.js';
import type { Audience } from './audience.entity.js';
import type { Version } from './version.entity.js';
import { VERSION_STATUSES, type VersionStatus } from './version.lifecycle.js';

export class PageEvent {
  @RecordId('page')
  pageId!: string;
}

export class AudienceEvent extends PageEvent {
  @RecordId('audience')
  audienceId!: string;
}

export class MessageEvent extends AudienceEvent {
  @RecordId('message')
  messageId!: string;
}

export class VersionEvent extends AudienceEvent {
  @RecordId('version')
  versionId!: string;

  @Integer({
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    about: 'The number of the version in its audience.',
    example: 2,
  })
  versionNumber!: number;

  @OneOf(VERSION_STATUSES, {
    title: 'VersionStatus',
    about: 'The status at the time of the event.',
    example: 'published',
  })
  status!: VersionStatus;
}

const page = { payload: PageEvent, resource: 'pageId' } as const;
const audience = { payload: AudienceEvent, resource: 'audienceId' } as const;
// Events of versions and messages are ordered per audience, because every change locks the audience.
const version = { payload: VersionEvent, resource: 'audienceId', record: 'versionId' } as const;
const message = { payload: MessageEvent, resource: 'audienceId', record: 'messageId' } as const;
const inContract = true;

export const pageEvents = defineEvents({
  'page.created': { about: 'A page was created.', ...page },
  'page.updated': { about: 'A page was changed.', ...page },
  'page.published': { about: 'The first audience of a page went live.', ...page },
  'page.archived': { about: 'A page was archived: nothing new goes live on it.', ...page },
  'page.restored': { about: 'An archived or deleted page was restored.', ...page },
  'page.deleted': { about: 'A page was deleted; it can be restored.', ...page },
  'page.version.cancelled': { about: 'A version will not be published.', ...version },
  'audience.created': { about: 'An audience was created for a page.', ...audience },
  'audience.updated': { about: 'The overrides of an audience were changed.', ...audience },
  'audience.archived': { about: 'An audience was archived.', ...audience },
  'audience.restored': { about: 'An archived audience was restored.', ...audience },
  'page.version.created': {
    about: 'A version was created and waits for publication.',
    ...version,
    inContract,
  },
  'page.version.processed': {
    about: 'A version was composed, or composing it failed.',
    ...version,
    inContract,
  },
  'page.version.published': {
    about: 'A version was published: visitors of its audience see it.',
    ...version,
    inContract,
  },
  'page.version.recomposed': {
    about:
      'The text of a published version was composed again, because the composing rules changed or its person was erased.',
    ...version,
  },
  'page.version.retried': {
    about: 'A client queued a draft again, or released a scheduled version early.',
    ...version,
  },
  'audience.message.created': { about: 'A message was posted about an audience.', ...message },
});

declare module '../../../shared/events/event-kind.js' {
  interface DeclaredEvents {
    pages: typeof pageEvents;
  }
}

export type PageEventKind = `page.${'created' | 'updated' | 'archived' | 'restored' | 'deleted'}`;
export type AudienceEventKind = `audience.${'created' | 'archived' | 'restored'}`;
export type VersionEventKind = Extract<keyof typeof pageEvents, `page.version.${string}`>;

export function versionEvent(
  type: VersionEventKind,
  audience: Audience,
  { id, versionNumber, status }: Version,
): EventInput {
  return {
    type,
    pageId: wireId('page', audience.pageId),
    audienceId: wireId('audience', audience.id),
    versionId: wireId('version', id),
    versionNumber,
    status,
  };
}
