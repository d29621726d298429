import { largeAnswers, streamedAnswers } from '../../src/shared/answers/large-answers.js';
import { useTestService } from '../support/test-service.js';

const LARGE = 300_000;

const { api } = useTestService();

let topic: string;
beforeAll(async () => {
  const { body } = await api.post('/v0/topics', { title: 'Large' }).expect(201);
  topic = `/v0/topics/${body.topicId}`;
  await api.post(`${topic}/entries`, { content: { type: 'text', content: 'x'.repeat(LARGE) } }).expect(201);
});

/** While answers to others have taken all there is. */
async function withoutRoom(act: () => Promise<void>): Promise<void> {
  const rooms = [largeAnswers, streamedAnswers].map((each) => each.take('somebody else', 1e12));
  try {
    await act();
  } finally {
    for (const room of rooms) room.release();
  }
}

it.each<[string, () => string]>([
  ['a record', () => topic],
  ['a page of a list', () => '/v0/topics'],
  ['an export', () => '/v0/form_submissions/export?format=csv'],
])('%s that finds no room is refused', async (_, path) => {
  await api.get(path()).expect(200);
  await withoutRoom(async () => {
    const { status, body } = await api.get(path());
    expect([status, body.code]).toEqual([503, 'busy']);
  });
  await api.get(path()).expect(200);
});

it('a change is answered all the same: it has been made', async () => {
  await withoutRoom(async () => void (await api.patch(topic, { title: 'Changed' }).expect(200)));
});
