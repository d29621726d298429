import { answersAmong } from '../../src/modules/questions/answer-selection.js';
import { TopicSearchApi, type FoundPassage } from '../../src/modules/topics/index.js';
import type { TopicEntryView, TopicView } from '../../src/modules/topics/topics.dto.js';
import { inContext } from '../../src/shared/database/transactions/work-context.js';
import type { TestService, TestTenant } from '../support/test-service.js';

export async function topicOf({ api }: TestTenant, title: string): Promise<string> {
  return ((await api.post('/v0/topics', { title }).expect(201)).body as TopicView).topicId;
}

export async function addEntry(
  { api }: TestTenant,
  topicId: string,
  content: string,
  type = 'text',
): Promise<string> {
  const path = `/v0/topics/${topicId}/entries`;
  const { body } = await api.post(path, { content: { type, content } }).expect(201);
  return (body as TopicEntryView).topicEntryId;
}

/** What a visitor of this tenant's pages would be told. */
export function search(
  service: TestService,
  tenant: TestTenant,
  question: string,
  topicIds?: readonly string[],
): Promise<FoundPassage[]> {
  const topics = service.app.get(TopicSearchApi);
  return inContext({ tenantId: tenant.id }, async () => {
    const answers = answersAmong(await topics.matches(question, topicIds));
    return topics.passages(
      question,
      answers.map(({ entryId }) => entryId),
    );
  });
}
