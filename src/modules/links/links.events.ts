import { defineEvents } from '../../shared/events/event-kind.js';
import { RecordId } from '../../shared/fields/fields.js';

export class PageLinkEvent {
  @RecordId('link')
  pageLinkId!: string;

  @RecordId('domain', {
    nullable: true,
    about: "The domain of the link; null is the site's own address.",
  })
  tenantDomainId!: string | null;

  @RecordId('audience', { about: 'The audience that the link leads to.' })
  audienceId!: string;
}

const link = { payload: PageLinkEvent, resource: 'pageLinkId' } as const;

export const linkEvents = defineEvents({
  'page_link.created': { about: 'A link was created.', ...link },
  'page_link.updated': {
    about: 'The path, the domain, the target or the end of a link was changed.',
    ...link,
  },
  'page_link.deleted': { about: 'A link was deleted: its path leads nowhere.', ...link },
  'page_link.restored': { about: 'A deleted link was restored.', ...link },
});

declare module '../../shared/events/event-kind.js' {
  interface DeclaredEvents {
    links: typeof linkEvents;
  }
}

export type PageLinkEventKind = keyof typeof linkEvents;
