import { defineEvents } from '../../shared/events/event-kind.js';
import { RecordId } from '../../shared/fields/fields.js';

export class TenantDomainEvent {
  @RecordId('domain')
  tenantDomainId!: string;
}

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

const domain = { payload: TenantDomainEvent, resource: 'tenantDomainId' } as const;
const link = { payload: PageLinkEvent, resource: 'pageLinkId' } as const;

export const linkEvents = defineEvents({
  'tenant_domain.created': { about: 'A domain was added.', ...domain },
  'tenant_domain.deleted': { about: 'A domain was deleted for good.', ...domain },
  'tenant_domain.proven': { about: 'A domain was proven: visitors are shown what stands on it.', ...domain },
  'tenant_domain.released': { about: 'A domain counts as proven no more.', ...domain },
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

export type TenantDomainEventKind = Extract<keyof typeof linkEvents, `tenant_domain.${string}`>;
export type PageLinkEventKind = Extract<keyof typeof linkEvents, `page_link.${string}`>;
