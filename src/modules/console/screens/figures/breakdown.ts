import type { Api } from '../../calling/api-caller.js';
import { analyticsOf, analyticsQuery, breakdownQuery, type FigureFilters } from './figure-filters.js';
import { figuresWith } from './address.js';
import { breakdownTable, pageTable, type Table } from './tables.js';

/** Each of them is a call of its own. */
export const MOST_PAGES = 10;

export interface Breakdown {
  table: Table;
  /** Undefined for pages, of which the API draws no chart. */
  chartUrl?: string;
}

export async function breakdownOf(
  api: Api,
  filters: FigureFilters,
  query: URLSearchParams,
): Promise<Breakdown> {
  if (filters.breakdown === 'page') return { table: await tableOfPages(api, filters, query) };
  const figures = await analyticsOf(api, filters).get(breakdownQuery(filters));
  const { pageId } = filters;
  const isLinked = filters.breakdown === 'audience' && pageId !== undefined;
  const hrefOf = (audienceId: string) => figuresWith(query, { audienceId, audienceOf: pageId! });
  return {
    table: breakdownTable(figures, filters.breakdown, isLinked ? hrefOf : undefined),
    chartUrl: figures.chartUrl,
  };
}

async function tableOfPages(api: Api, filters: FigureFilters, query: URLSearchParams): Promise<Table> {
  const { items } = await api.pages.list({ status: 'published', sort: '-updatedAt', limit: MOST_PAGES });
  const period = { ...analyticsQuery(filters), compare: false };
  const counted = items.map(async ({ pageId, name }) => ({
    ...{ name, href: figuresWith(query, { pageId, breakdown: '' }) },
    totals: (await api.pages.analytics.get(pageId, period)).totals,
  }));
  return pageTable(await Promise.all(counted));
}
