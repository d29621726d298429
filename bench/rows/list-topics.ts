import type { Row } from './row.ts';
import { listAnswer } from './list-answer.ts';
import { TOPIC_COLUMNS, topicAnswer, type TopicRow } from './topic-answers.ts';

const PAGE = 20;

const TEXT = `
  select ${TOPIC_COLUMNS}, json_build_array(t.sort_order, t.id) as place,
    (select count(*)::float8 from topic where tenant_id = $1) as "totalCount"
  from topic t where t.tenant_id = $1
  order by t.sort_order, t.id
  limit ${PAGE + 1}`;

type PageRow = TopicRow & { totalCount: number; place: (string | number)[] };

/** The first page of 20 topics with their entries, and the total number of topics. */
export const listTopics: Row = {
  name: 'LIST topics',
  route: 'GET /v0/topics',
  requests: () => [{ method: 'GET', path: '/v0/topics' }],
  limit: async (_, database) => {
    const rows = await database.rows<PageRow>({ name: 'topics', text: TEXT, values: [database.tenantId] });
    return listAnswer({ name: 'topics', limit: PAGE, rows, itemOf: topicAnswer }, database);
  },
};
