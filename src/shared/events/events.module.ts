import { Global, Module, type DynamicModule } from '@nestjs/common';
import { AuditEntries } from '../audit/audit-entries.js';
import { EntityChanges } from '../audit/entity-changes.js';
import { EventCatalog } from './event-catalog.js';
import type { EventKinds } from './event-kind.js';
import { EventFeed } from './event-feed.js';
import { Events } from './events.js';
import { ForgetEventsHandler } from './forget-events.handler.js';

@Global()
@Module({})
export class EventsModule {
  static with(kinds: readonly EventKinds[]): DynamicModule {
    const catalog = { provide: EventCatalog, useValue: new EventCatalog(kinds) };
    return {
      module: EventsModule,
      providers: [...[catalog, Events, EventFeed, ForgetEventsHandler], ...[EntityChanges, AuditEntries]],
      exports: [Events, EventFeed, ForgetEventsHandler],
    };
  }
}
