import { uuidOf, wireId } from '../setup/built.ts';
import type { Row } from './row.ts';
import { shareOf } from '../seed.ts';
import { TOPIC_COLUMNS, topicAnswer, type TopicRow } from './topic-answers.ts';

const TEXT = `select ${TOPIC_COLUMNS} from topic t where t.tenant_id = $1 and t.id = $2`;

/** One topic with its ten entries. */
export const getTopic: Row = {
  name: 'GET topic',
  route: 'GET /v0/topics/{}',
  requests: ({ readTopics }, connection) =>
    shareOf(readTopics, connection).map((id) => ({
      method: 'GET',
      path: `/v0/topics/${wireId('topic', id)}`,
    })),
  limit: async ({ ids }, { rows, tenantId }) => {
    const [topic] = await rows<TopicRow>({
      name: 'topic',
      text: TEXT,
      values: [tenantId, uuidOf('topic', ids[0] ?? '')],
    });
    return topic ? { status: 200, body: JSON.stringify(topicAnswer(topic)) } : { status: 404, body: '{}' };
  },
};
