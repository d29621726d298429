import type { EntityManager } from '@mikro-orm/postgresql';
import type { INestApplicationContext, Type } from '@nestjs/common';
import type { EventKinds } from './events/event-kind.js';
import type { Schema } from './database/orm-options.js';

/** What a bounded context hands to the application, through its `index.ts`. */
export interface FoyerModule extends Schema {
  nest: Type;
  /** The headings of its operations in the docs, with a line about each. */
  tags: Readonly<Record<string, string>>;
  /** The kinds of events that it records, and that webhooks can be subscribed to. */
  events: EventKinds;
  /** Makes the records that this module's examples in the docs name. */
  sample: (em: EntityManager, app: Pick<INestApplicationContext, 'get'>) => void | Promise<void>;
}
