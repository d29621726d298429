import { audienceById, audienceView, uuidOf, wireId } from '../setup/built.ts';
import type { Row } from './row.ts';
import { shareOf } from '../seed.ts';

/** One audience with its latest and its published version, and its person. */
export const getAudience: Row = {
  name: 'GET audience',
  route: 'GET /v0/pages/{}/audiences/{}',
  requests: ({ readAudiences }, connection) =>
    shareOf(readAudiences, connection).map(({ pageId, audienceId }) => ({
      method: 'GET',
      path: `/v0/pages/${wireId('page', pageId)}/audiences/${wireId('audience', audienceId)}`,
    })),
  limit: async ({ ids: [page = '', audience = ''] }, { rows, tenantId }) => {
    const [row] = await rows<Parameters<typeof audienceView>[0]>({
      name: 'audience',
      text: audienceById.text,
      values: [tenantId, uuidOf('page', page), uuidOf('audience', audience)],
    });
    return row
      ? { status: 200, body: JSON.stringify(audienceView(row, () => undefined)) }
      : { status: 404, body: '{}' };
  },
};
