import type { FoyerModule } from '../../shared/foyer-module.js';
import { EventHistoryModule } from './events.module.js';
import { sampleEvents } from './events.sample.js';

export const events: FoyerModule = {
  nest: EventHistoryModule,
  tags: { events: 'What happened, in order' },
  entities: [],
  migrations: [],
  events: {},
  sample: sampleEvents,
};
