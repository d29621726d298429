import type { Client } from 'pg';
import { fill, LONG_LIST, NOW } from './fill.ts';

const WITH_ENTRIES = 1000;
const ENTRIES = 10;

/** The first topics have entries; the rest only make the list long. */
export async function seedTopics(client: Client, tenantId: string): Promise<string[]> {
  const topics = await fill(client, tenantId, {
    table: 'topic',
    count: LONG_LIST,
    columns: {
      title: `'Topic ' || n`,
      purpose: `'What visitors ask about topic ' || n`,
      sort_order: 'n',
      is_default: 'n = 1',
      ...NOW,
    },
  });
  await fill(client, tenantId, {
    table: 'topic_entry',
    count: WITH_ENTRIES * ENTRIES,
    columns: {
      topic_id: `(array['${topics.slice(0, WITH_ENTRIES).join("','")}']::uuid[])[(n - 1) / ${ENTRIES} + 1]`,
      sort_order: `(n - 1) % ${ENTRIES}`,
      content_type: `'markdown'`,
      content_text: `'Entry ' || n || ' tells what there is to know. ' || repeat('And more. ', 8)`,
      ...NOW,
    },
  });
  return topics.slice(0, WITH_ENTRIES);
}
