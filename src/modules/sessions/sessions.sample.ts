import type { EntityManager } from '@mikro-orm/postgresql';
import { exampleUuid } from '../../shared/kernel/example-ids.js';
import { figuresOf } from './session-figures.js';
import { Session } from './session.entity.js';

const VISIT = {
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

/** The record that the examples in the docs name. */
export function sampleSessions(em: EntityManager): void {
  em.create(Session, {
    id: exampleUuid('session'),
    analyticsSessionId: 'sample-visit',
    pageId: exampleUuid('page'),
    pageTitle: 'Foyer for you',
    audienceId: exampleUuid('audience'),
    computationStatus: 'completed',
    hasConversion: false,
    ...VISIT,
    ...figuresOf(VISIT),
  });
}
