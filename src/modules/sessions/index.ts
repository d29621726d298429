import type { FoyerModule } from '../../shared/foyer-module.js';
import { sampleTraffic } from './sample-traffic.js';
import { exportedSessions } from './session-export.js';
import { sessionList } from './dto/session-reads.js';
import { sessionTable } from './entities/session-columns.js';
import { Session } from './entities/session.entity.js';
import { sessionEvents } from './sessions.events.js';
import { computeSession } from './sessions.jobs.js';
import { sessionMigrations } from './sessions.migration.js';
import { SessionsModule } from './sessions.module.js';
import { removeSampleSessions, sampleSessions } from './sessions.sample.js';
import { sessionProblems } from './sessions.problems.js';

export { MIN_STAY_MS } from './entities/bounce.js';
export type { ErasedSessions } from './computed-sessions.js';
export {
  countedColumns,
  countedSelect,
  isCounted,
  type CountedSession,
  type CountedSessionRow,
} from './counted-sessions.js';
export type { StoredSession } from './entities/session-columns.js';
export type { SeenFigures } from './entities/session.entity.js';
export { SessionsApi, type VisitOnPage } from './sessions.api.js';
export { FormEvent } from './sessions.events.js';
export { SessionsModule } from './sessions.module.js';

export const sessions: FoyerModule = {
  nest: SessionsModule,
  tags: { 'audience sessions': 'Recorded visits and their figures' },
  entities: [Session],
  personal: [sessionTable],
  migrations: sessionMigrations,
  events: sessionEvents,
  jobs: [computeSession],
  lists: [sessionList, exportedSessions],
  scopes: ['sessions:read', 'sessions:write'],
  problems: sessionProblems,
  sample: sampleSessions,
  sampleTraffic,
  removeSample: removeSampleSessions,
};
