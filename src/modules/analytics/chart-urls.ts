import { Injectable } from '@nestjs/common';
import { fullHourAfter, SignedUrls } from '../../shared/auth/signed-urls.js';
import { InjectSettings } from '../../shared/config/config.module.js';
import type { Settings } from '../../shared/config/settings.js';
import { currentTenant } from '../../shared/database/transactions/work-context.js';
import { DAY_MS } from '../../shared/kernel/durations.js';
import { wireTime } from '../../shared/kernel/wire-time.js';
import type { AnalyticsQuery } from './analytics.dto.js';
import type { Analytics } from './figures/analytics.js';

export const CHARTS_PATH = '/charts';

/** The minimum lifetime of a chart's URL. */
const WORKS_MS = DAY_MS;

/** The subject of the figures: the tenant, a page, or an audience of a page. */
export type Subject = [] | [pageId: string] | [pageId: string, audienceId: string];

type ChartPeriod = Pick<Analytics, 'from' | 'to'>;

/** Signed URLs that show a chart to everyone who has them. */
@Injectable()
export class ChartUrls {
  constructor(
    private readonly urls: SignedUrls,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  /** The signature covers the query, so the URL can't be changed to show something else. */
  async urlOf(subject: Subject, period: ChartPeriod, asked: AnalyticsQuery): Promise<string> {
    const query = queryOf(period, asked);
    const sign = await this.urls.signer('chart url');
    const expires = fullHourAfter(WORKS_MS) / 1000;
    const token = sign(subject.length === 0 ? [currentTenant()] : subject, expires, query);
    return `${this.settings.PUBLIC_URL ?? ''}${CHARTS_PATH}/${token}.svg?${query}`;
  }

  /** Calls `work` as the tenant of the chart. */
  open<Result>(token: string, query: string, work: (subject: Subject) => Promise<Result>): Promise<Result> {
    return this.urls.open(
      'chart url',
      token,
      (...ids) => work(ids[0] === currentTenant() ? [] : (ids as Subject)),
      query,
    );
  }
}

/** The query of the chart's URL. It has a fixed period, so the chart shows the same period tomorrow. */
function queryOf({ from, to }: ChartPeriod, query: AnalyticsQuery): string {
  const { interval, timeZone, breakdown, limit, compare } = query;
  return new URLSearchParams({
    ...{ from: wireTime(from), to: wireTime(to), interval, timeZone, compare: String(compare) },
    ...(breakdown && { breakdown, limit: String(limit) }),
  }).toString();
}
