import { defineEvents } from '../../shared/events/event-kind.js';
import { RecordId } from '../../shared/fields/fields.js';

export class BrandEvent {
  @RecordId('brand')
  brandId!: string;
}

const brand = { payload: BrandEvent, resource: 'brandId' } as const;

export const brandEvents = defineEvents({
  'brand.created': { about: 'A brand was created.', ...brand },
  'brand.updated': { about: 'A brand was changed.', ...brand },
  'brand.deleted': { about: 'A brand was deleted permanently.', ...brand },
});

declare module '../../shared/events/event-kind.js' {
  interface DeclaredEvents {
    brands: typeof brandEvents;
  }
}

export type BrandEventKind = keyof typeof brandEvents;
