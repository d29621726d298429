import { newUuid, uuidOf, wireId } from '../setup/built.ts';
import type { Row } from './row.ts';
import { shareOf } from '../seed.ts';
import { entryAnswer } from './topic-answers.ts';

const BODY = JSON.stringify({
  content: { type: 'markdown', content: 'Every plan has **unlimited** pages, and none has a hidden price.' },
  sortOrder: 1000,
});

/** One round trip that writes and commits the entry and its event, like the service. */
const TEXT = `
  with parent as (select id, tenant_id from topic where tenant_id = $1 and id = $2),
  entry as (
    insert into topic_entry
      (id, tenant_id, topic_id, sort_order, content_type, content_text, created_at, updated_at)
    select $3, tenant_id, id, $4, $5, $6, $7, $7 from parent
    returning id
  ),
  event as (
    insert into event (id, tenant_id, type, resource, payload, created_at)
    select $8, tenant_id, $9, $11, $10::json, $7 from parent
  )
  select id from entry`;

const EVENT = 'topic.entry.created';

/** One new entry with its event. */
export const postEntry: Row = {
  name: 'POST entry',
  route: 'POST /v0/topics/{}/entries',
  requests: ({ writeTopics }, connection) =>
    shareOf(writeTopics, connection).map((id) => ({
      method: 'POST',
      path: `/v0/topics/${wireId('topic', id)}/entries`,
      headers: { 'content-type': 'application/json' },
      body: BODY,
    })),
  mayDiffer: /entry_\w{26}|\+\d{13}/g,
  limit: async ({ ids, body }, { rows, tenantId }) => {
    const { content, sortOrder } = JSON.parse(body) as EntryBody;
    const [topicId = '', id, now] = [ids[0], newUuid(), Date.now()];
    const event = JSON.stringify({ type: EVENT, topicId, topicEntryId: wireId('entry', id) });
    const moment = new Date(now).toISOString();
    const made = await rows({
      name: 'entry',
      text: TEXT,
      values: [
        ...[tenantId, uuidOf('topic', topicId), id, sortOrder, content.type, content.content, moment],
        ...[newUuid(), EVENT, event, topicId],
      ],
    });
    if (made.length === 0) return { status: 404, body: '{}' };
    const entry = entryAnswer({ id, sortOrder, ...content, createdAt: now, updatedAt: now }, topicId);
    return { status: 201, body: JSON.stringify(entry) };
  },
};

interface EntryBody {
  content: { type: string; content: string };
  sortOrder: number;
}
