import type { FoyerModule } from '../../shared/foyer-module.js';
import { eventList } from './event-reads.js';
import { EventHistoryModule } from './events.module.js';
import { removeSampleEvents, sampleEvents } from './events.sample.js';
import { eventProblems } from './events.problems.js';

export const events: FoyerModule = {
  nest: EventHistoryModule,
  tags: { events: 'The changes of all records, in order' },
  entities: [],
  migrations: [],
  events: {},
  jobs: [],
  lists: [eventList],
  scopes: ['events:read'],
  problems: eventProblems,
  sample: sampleEvents,
  removeSample: removeSampleEvents,
};
