import { createHmac } from 'node:crypto';
import type { LimitDatabase, Row } from '../row.ts';
import { TOPIC_COLUMNS, topicAnswer, type TopicRow } from './topic-answers.ts';

const PAGE = 20;
const SIGNATURE_BYTES = 16;

const TEXT = `
  select ${TOPIC_COLUMNS}, (select count(*)::float8 from topic where tenant_id = $1) as "totalCount"
  from topic t where t.tenant_id = $1
  order by t.sort_order, t.id
  limit ${PAGE + 1}`;

type PageRow = TopicRow & { totalCount: number };

/** The first page of 20 topics with their entries, and how many topics there are in all. */
export const listTopics: Row = {
  name: 'LIST topics',
  route: 'GET /v0/topics',
  requests: () => [{ method: 'GET', path: '/v0/topics' }],
  limit: async (_, database) => {
    const found = await database.rows<PageRow>({ name: 'topics', text: TEXT, values: [database.tenantId] });
    const shown = found.slice(0, PAGE);
    const last = found.length > PAGE ? shown.at(-1) : undefined;
    const body = {
      items: shown.map(topicAnswer),
      hasMore: last !== undefined,
      nextCursor: last ? cursorAfter(last, database) : null,
      totalCount: found[0]?.totalCount ?? 0,
    };
    return { status: 200, body: JSON.stringify(body) };
  },
};

function cursorAfter(
  { totalCount, sortOrder, id }: PageRow,
  { tenantId, cursorSecret }: LimitDatabase,
): string {
  const place = Buffer.from(JSON.stringify([totalCount, sortOrder, id]));
  const signature = createHmac('sha256', cursorSecret)
    .update(JSON.stringify([tenantId, 'topics', []]))
    .update(place)
    .digest();
  return Buffer.concat([signature.subarray(0, SIGNATURE_BYTES), place]).toString('base64url');
}
