import type { AnalyticsDimension, AnalyticsInterval } from '@foyer/client';
import { clock } from '../../../../shared/kernel/clock.js';
import type { Api } from '../../calling/api-caller.js';
import { words } from '../../words/english.js';
import { dayAt, daysAfter, isDay, knownZone, startOfDay } from './days.js';
import { intervalFor } from './default-interval.js';

export const PERIODS = ['1', '7', '30', '90', '365'] as const;

export const INTERVALS = Object.keys(words.figures.intervals) as AnalyticsInterval[];
const DIMENSIONS = Object.keys(words.figures.dimensions) as Dimension[];

/** The API breaks figures down by all of these but the page, which has figures of its own. */
export type Dimension = keyof typeof words.figures.dimensions;

/** How many values of a breakdown are shown on their own. */
const SHOWN_VALUES = 20;

/** What figures are shown of, as the address says it. */
export interface FigureFilters {
  pageId?: string;
  audienceId?: string;
  /** Undefined if the dates say it. */
  days?: string;
  from: string;
  to: string;
  interval: AnalyticsInterval;
  timeZone: string;
  compare: boolean;
  breakdown: Dimension;
}

export function figureFiltersIn(query: URLSearchParams): FigureFilters {
  const given = (name: string) => query.get(name)?.trim() ?? '';
  const [from, to] = [given('from'), given('to')];
  const days = from || to ? undefined : (PERIODS.find((each) => each === given('days')) ?? '30');
  const pageId = given('pageId') || undefined;
  // An audience that was chosen before the page was changed belongs to another page.
  const isOfPage = pageId !== undefined && (!query.has('audienceOf') || given('audienceOf') === pageId);
  return {
    pageId,
    audienceId: (isOfPage && given('audienceId')) || undefined,
    ...{ days, from, to },
    interval: INTERVALS.find((each) => each === given('interval')) ?? intervalFor(days, from, to),
    timeZone: given('timeZone') || 'UTC',
    compare: given('compare') !== 'false',
    breakdown: dimensionsOf(pageId).find((each) => each === given('breakdown')) ?? 'source',
  };
}

/** What the figures of a page, or of all, are broken down by. */
export function dimensionsOf(pageId: string | undefined): Dimension[] {
  return DIMENSIONS.filter((each) => each !== 'page' || pageId === undefined);
}

/** The query of the API. */
export function analyticsQuery(filters: FigureFilters) {
  const { days, from, to, interval, timeZone, compare } = filters;
  const zone = knownZone(timeZone);
  if (days === undefined) {
    // What is no day is refused by the API, which says how it wants it.
    const start = isDay(from) ? startOfDay(from, zone) : from || undefined;
    const end = isDay(to) ? startOfDay(daysAfter(to, 1), zone) : to || undefined;
    return { from: start, to: end, interval, timeZone, compare };
  }
  // Whole days, so that the period before has the same hours.
  const today = dayAt(clock.now().getTime(), zone);
  const [start, end] = [1 - Number(days), 1].map((away) => startOfDay(daysAfter(today, away), zone));
  return { from: start, to: end, interval, timeZone, compare };
}

export type AnalyticsQuery = ReturnType<typeof analyticsQuery> & {
  breakdown?: AnalyticsDimension;
  limit?: number;
};

/** The breakdown comes without a comparison: the API compares periods, not values. */
export function breakdownQuery(filters: FigureFilters): AnalyticsQuery {
  const breakdown = filters.breakdown as AnalyticsDimension;
  return { ...analyticsQuery(filters), compare: false, breakdown, limit: SHOWN_VALUES };
}

/** The operations of all pages, of a page, or of an audience. */
export function analyticsOf(api: Api, { pageId, audienceId }: Pick<FigureFilters, 'pageId' | 'audienceId'>) {
  const { analytics, pages } = api;
  if (pageId === undefined)
    return {
      get: (query: AnalyticsQuery) => analytics.get(query),
      chart: (query: AnalyticsQuery) => analytics.chart(query),
    };
  if (audienceId === undefined)
    return {
      get: (query: AnalyticsQuery) => pages.analytics.get(pageId, query),
      chart: (query: AnalyticsQuery) => pages.analytics.chart(pageId, query),
    };
  return {
    get: (query: AnalyticsQuery) => pages.audiences.analytics.get(pageId, audienceId, query),
    chart: (query: AnalyticsQuery) => pages.audiences.analytics.chart(pageId, audienceId, query),
  };
}
