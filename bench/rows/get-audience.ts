import { uuidOf, wireId } from '../built.ts';
import type { Row } from '../row.ts';
import { shareOf } from '../seed.ts';
import { AUDIENCE_TEXT, audienceAnswer, type AudienceRow } from './audience-answers.ts';

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
    const [row] = await rows<AudienceRow>({
      name: 'audience',
      text: AUDIENCE_TEXT,
      values: [tenantId, uuidOf('page', page), uuidOf('audience', audience)],
    });
    return row ? { status: 200, body: JSON.stringify(audienceAnswer(row)) } : { status: 404, body: '{}' };
  },
};
