import { defineEvents } from '../../../shared/events/event-kind.js';
import { RecordId } from '../../../shared/fields/fields.js';

export class TenantDomainEvent {
  @RecordId('domain')
  tenantDomainId!: string;
}

const domain = { payload: TenantDomainEvent, resource: 'tenantDomainId' } as const;

export const domainEvents = defineEvents({
  'tenant_domain.created': { about: 'A domain was added.', ...domain },
  'tenant_domain.deleted': { about: 'A domain was deleted permanently.', ...domain },
  'tenant_domain.proven': { about: 'A domain was proven: visitors can open the links on it.', ...domain },
  'tenant_domain.released': { about: 'A domain no longer counts as proven.', ...domain },
});

declare module '../../../shared/events/event-kind.js' {
  interface DeclaredEvents {
    domains: typeof domainEvents;
  }
}

export type TenantDomainEventKind = keyof typeof domainEvents;
