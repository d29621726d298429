import { FoldDeltasHandler } from '../../src/modules/analytics/fold-deltas.handler.js';
import { SessionsApi, type SeenFigures } from '../../src/modules/sessions/index.js';
import { UnitOfWork } from '../../src/shared/database/transactions/unit-of-work.js';
import { inContext } from '../../src/shared/database/transactions/work-context.js';
import { exampleUuid } from '../../src/shared/kernel/example-ids.js';
import { newUuid } from '../../src/shared/kernel/ids.js';
import type { TestService } from '../support/test-service.js';

export interface ToldVisit {
  id: string;
  pageLinkId: string;
}

const QUIET: Omit<SeenFigures, 'sessionStartedAt'> = {
  timeSpentSeconds: 12.5,
  isBounce: false,
  hasConversion: false,
  questionsAskedCount: 0,
  totalClicksCount: 0,
  interactions: [],
};

/** Sessions of the sample audience, as visits make them. */
export class CountedSessions {
  constructor(private readonly service: TestService) {}

  /** It is over, and counts. A visit that is told of again is computed anew. */
  async complete(
    startedAt: number,
    figures: Partial<SeenFigures> = {},
    visit: ToldVisit = { id: newUuid(), pageLinkId: exampleUuid('link') },
  ): Promise<ToldVisit> {
    await this.tell(startedAt, figures, visit, true);
    return visit;
  }

  /** It goes on, and does not count for now. */
  async reopen(startedAt: number, figures: Partial<SeenFigures>, visit: ToldVisit): Promise<void> {
    await this.tell(startedAt, figures, visit, false);
  }

  async fold(): Promise<void> {
    await this.service.app.get(FoldDeltasHandler).handle();
  }

  private async tell(
    startedAt: number,
    figures: Partial<SeenFigures>,
    visit: ToldVisit,
    isOver: boolean,
  ): Promise<void> {
    const place = { pageId: exampleUuid('page'), audienceId: exampleUuid('audience') };
    const told = { ...QUIET, sessionStartedAt: new Date(startedAt), ...figures };
    const { app, home } = this.service;
    await inContext({ tenantId: home.id }, () =>
      app
        .get(UnitOfWork)
        .run(() =>
          app
            .get(SessionsApi)
            .follow(
              { ...visit, ...place, analyticsSessionId: `site:${visit.id}` },
              { figures: told, isOver },
            ),
        ),
    );
  }
}

/** Asks a question, which is answered. */
export function asked(...labels: string[]): Partial<SeenFigures> {
  const interactions = labels.map((label) => ({
    ...{ componentContext: 'question', componentId: 'question-box', groundingChunkIds: [], options: [] },
    ...{ label, responseText: 'Yes.', timestamp: 1 },
  }));
  return { interactions, questionsAskedCount: labels.length };
}
