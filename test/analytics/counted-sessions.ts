import { FoldDeltasHandler } from '../../src/modules/analytics/fold-deltas.handler.js';
import { RebuildDaysHandler } from '../../src/modules/analytics/rebuild-days.handler.js';
import { PersonTraces } from '../../src/modules/crm/entities/person-traces.js';
import type { Person } from '../../src/modules/crm/entities/person.entity.js';
import { SessionEraser } from '../../src/modules/sessions/session-eraser.js';
import { SessionsApi, type SeenFigures } from '../../src/modules/sessions/index.js';
import { UnitOfWork } from '../../src/shared/database/transactions/unit-of-work.js';
import { inContext } from '../../src/shared/database/transactions/work-context.js';
import { exampleUuid } from '../../src/shared/kernel/example-ids.js';
import { newUuid } from '../../src/shared/kernel/ids.js';
import type { TestService } from '../support/test-service.js';

export interface ToldVisit {
  id: string;
  pageLinkId: string;
  /** The sample audience unless given. */
  audienceId?: string;
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

  /**
   * Many are over, each with a campaign of its own or all without, of one audience or each of another. A statement does what `complete`
   * does for one of them.
   */
  async flood(
    startedAt: number,
    prefix: string | null,
    count: number,
    audienceId: string | null = exampleUuid('audience'),
  ): Promise<void> {
    await this.service.pool.query(
      `with flooded as (
         insert into audience_session (tenant_id, id, analytics_session_id, page_id, audience_id, page_link_id,
           computation_status, has_conversion, is_bounce, questions_asked_count, total_clicks_count,
           time_spent_seconds, utm_campaign, interactions, session_started_at, created_at, updated_at, visit_rules)
         select $1, gen_random_uuid(), gen_random_uuid(), $2, coalesce($3, gen_random_uuid()),
           case when $3::uuid is null then gen_random_uuid() else $4 end, 'completed', false, true, 0, 0, 1.5, $5 || n, '[]',
           to_timestamp($6::float8 / 1000), now(), now(), 1
         from generate_series(1, $7::int) n returning *
       )
       insert into analytics_delta (tenant_id, id, quarter, scopes, values, asked, visits, engaged_ms, bounces,
         conversions, questions)
       select tenant_id, id, floor($6::float8 / 900000), array[tenant_id, page_id, audience_id],
         jsonb_build_object('audience', audience_id, 'link', page_link_id, 'device', '', 'source', '', 'medium', '',
           'campaign', coalesce(utm_campaign, ''), 'referrer', ''), '{}', 1, 1500, 1, 0, 0
       from flooded`,
      [
        ...[this.service.home.id, exampleUuid('page'), audienceId, exampleUuid('link')],
        ...[prefix, startedAt, count],
      ],
    );
  }

  /** Erases the person of a visit, as far as the session shows the person. */
  async erase({ id }: ToldVisit, name = 'nobody'): Promise<void> {
    const { app, home } = this.service;
    const person = { id: newUuid(), name, slug: name } as Person;
    const traces = new PersonTraces(person, []);
    traces.add({ session: [id] });
    await inContext({ tenantId: home.id }, () =>
      app.get(UnitOfWork).run(() => app.get(SessionEraser, { strict: false }).erase(traces)),
    );
  }

  async fold(): Promise<void> {
    await this.service.app.get(FoldDeltasHandler).handle();
  }

  /** Rebuilds the full days that are due. */
  async rebuild(signal = new AbortController().signal): Promise<void> {
    await this.service.app.get(RebuildDaysHandler).handle({}, { signal });
  }

  /** Rebuilds all full days. */
  async rebuildAll(): Promise<void> {
    await this.service.pool.query(`update analytics_full_day set due_at = '-infinity'`);
    await this.rebuild();
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
              { ...place, ...visit, analyticsSessionId: `site:${visit.id}` },
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
