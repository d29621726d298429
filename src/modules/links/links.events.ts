import { defineEvents } from '../../shared/events/event-kind.js';
import { RecordId } from '../../shared/fields/fields.js';

export class PageLinkEvent {
  @RecordId('link')
  pageLinkId!: string;

  @RecordId('domain', {
    nullable: true,
    about: "The domain that it stands on; null is the site's own address.",
  })
  tenantDomainId!: string | null;

  @RecordId('audience', { about: 'The audience that it leads to.' })
  audienceId!: string;
}

const link = { payload: PageLinkEvent, resource: 'pageLinkId' } as const;

export const linkEvents = defineEvents({
  'page_link.created': { about: 'A link was made.', ...link },
  'page_link.updated': { about: 'A link was moved, or leads elsewhere.', ...link },
  'page_link.deleted': { about: 'A link was deleted: its path leads nowhere.', ...link },
  'page_link.restored': { about: 'A deleted link is back.', ...link },
});

declare module '../../shared/events/event-kind.js' {
  interface DeclaredEvents {
    links: typeof linkEvents;
  }
}

export type PageLinkEventKind = keyof typeof linkEvents;
