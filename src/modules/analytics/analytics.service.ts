import { Injectable } from '@nestjs/common';
import { currentTenant } from '../../shared/database/transactions/work-context.js';
import { clock } from '../../shared/kernel/clock.js';
import { notFound } from '../../shared/kernel/errors.js';
import { momentOf } from '../../shared/kernel/wire-time.js';
import { AudiencesApi, PagesApi } from '../pages/index.js';
import { periodOf } from './analytics-period.js';
import { analyticsView } from './analytics-view.js';
import type { Analytics } from './figures/analytics.js';
import type { AnalyticsQuery, AnalyticsView } from './analytics.dto.js';
import { ChartUrls, type Subject } from './chart-urls.js';
import { chartOf } from './chart/chart.js';
import { FigureCounter } from './reading/figure-counter.js';

@Injectable()
export class AnalyticsService {
  constructor(
    private readonly counter: FigureCounter,
    private readonly pages: PagesApi,
    private readonly audiences: AudiencesApi,
    private readonly chartUrls: ChartUrls,
  ) {}

  async figures(subject: Subject, query: AnalyticsQuery): Promise<AnalyticsView> {
    await this.nameOf(subject);
    const analytics = await this.count(subject, query);
    return analyticsView(analytics, await this.chartUrls.urlOf(subject, analytics, query));
  }

  /** The same figures as an SVG chart. */
  async chart(subject: Subject, query: AnalyticsQuery): Promise<string> {
    const name = await this.nameOf(subject);
    return chartOf(await this.count(subject, query), name);
  }

  private count(subject: Subject, query: AnalyticsQuery): Promise<Analytics> {
    const { from, to, interval, timeZone, breakdown, limit, compare } = query;
    const moment = (wire?: string) => (wire === undefined ? undefined : momentOf(wire).getTime());
    const period = periodOf(
      { from: moment(from), to: moment(to), interval, timeZone },
      clock.now().getTime(),
    );
    const scope = { id: subject.at(-1) ?? currentTenant(), isAudience: subject.length === 2 };
    return this.counter.count({ scope, period, interval, timeZone, dimension: breakdown, limit, compare });
  }

  /** Works for archived audiences, too. */
  private async nameOf([pageId, audienceId]: Subject): Promise<string> {
    if (pageId === undefined) return 'All pages';
    const page = await this.pages.find(pageId);
    if (!page) throw notFound('page');
    if (audienceId === undefined) return page.title;
    const audience = await this.audiences.find(audienceId);
    if (audience?.pageId !== pageId) throw notFound('audience');
    return (await this.audiences.names([audienceId])).get(audienceId)!;
  }
}
