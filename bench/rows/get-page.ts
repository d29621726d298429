import { pageById, pageView, uuidOf, wireId } from '../setup/built.ts';
import type { Row } from './row.ts';
import { shareOf } from '../seed.ts';

type PageRow = Parameters<typeof pageView>[0] & { audiencesCount: number };

/** One page with three actions, and its number of audiences. */
export const getPage: Row = {
  name: 'GET page',
  route: 'GET /v0/pages/{}',
  requests: ({ readAudiences }, connection) =>
    shareOf(readAudiences, connection).map(({ pageId }) => ({
      method: 'GET',
      path: `/v0/pages/${wireId('page', pageId)}`,
    })),
  limit: async ({ ids }, { rows, tenantId }) => {
    const [page] = await rows<PageRow>({
      name: 'page',
      text: pageById.text,
      values: [tenantId, uuidOf('page', ids[0] ?? '')],
    });
    return page
      ? { status: 200, body: JSON.stringify(pageView(page, page.audiencesCount, undefined)) }
      : { status: 404, body: '{}' };
  },
};
