import type { EntityManager } from '@mikro-orm/postgresql';
import { exampleUuid, isSample } from '../../shared/kernel/example-ids.js';
import { Session } from './entities/session.entity.js';

const VISIT = {
  analyticsSessionId: 'sample-visit',
  sessionStartedAt: new Date(1763164800000),
  sessionEndedAt: new Date(1763164860000),
  totalClicksCount: 3,
  interactions: [
    {
      componentContext: 'faq',
      componentId: 'question-box',
      groundingChunkIds: [],
      label: 'What does it cost?',
      options: [],
      responseText: 'There is a free plan.',
      timestamp: 1763164810000,
    },
  ],
};

/** The record that the examples in the docs use. */
export function sampleSessions(em: EntityManager): void {
  const session = Session.record(VISIT, {
    pageId: exampleUuid('page'),
    pageTitle: 'Foyer for you',
    audienceId: exampleUuid('audience'),
  });
  session.id = exampleUuid('session');
  session.compute();
  em.persist(session);
}

export const removeSampleSessions = [
  `delete from audience_session where tenant_id = $1 and ${isSample('page_id')}`,
];
