import type { TopicEntryView, TopicView } from '../../src/modules/topics/topics.dto.js';
import { useTestService } from '../support/test-service.js';

const CONTENT = { type: 'text', content: 'Hello' };
const LARGEST = Number.MAX_SAFE_INTEGER;

const { api } = useTestService();
let topicId: string;

beforeEach(async () => {
  topicId = ((await api.post('/v0/topics', { title: 'Entries' }).expect(201)).body as TopicView).topicId;
});

async function add(body: object): Promise<TopicEntryView> {
  return (await api.post(`/v0/topics/${topicId}/entries`, body).expect(201)).body as TopicEntryView;
}

async function entriesNow(): Promise<TopicEntryView[]> {
  return ((await api.get(`/v0/topics/${topicId}`).expect(200)).body as TopicView).entries;
}

describe('entries of a topic', () => {
  it('come by sort order, then by age; one without goes last', async () => {
    const third = await add({ content: CONTENT, sortOrder: 5 });
    const first = await add({ content: CONTENT, sortOrder: 1 });
    const fourth = await add({ content: CONTENT, sortOrder: 5 });
    const last = await add({ content: { type: '', content: '' } });
    const second = await add({ content: CONTENT, sortOrder: 4 });
    expect(last.sortOrder).toBe(6);
    expect(await entriesNow()).toEqual([first, second, third, fourth, last]);
  });

  it('share the last place at the end of the numbers', async () => {
    await add({ content: CONTENT, sortOrder: LARGEST });
    expect((await add({ content: CONTENT })).sortOrder).toBe(LARGEST);
  });

  it('can be changed, field by field', async () => {
    const entry = await add({ content: CONTENT, sortOrder: 2 });
    const path = `/v0/topics/${topicId}/entries/${entry.topicEntryId}`;
    const moved = await api.patch(path, { sortOrder: 9 }).expect(200);
    expect(moved.body).toMatchObject({ sortOrder: 9, content: CONTENT });
    const content = { type: 'markdown', content: '' };
    const rewritten = await api.patch(path, { content }).expect(200);
    expect(rewritten.body).toMatchObject({ sortOrder: 9, content });
    expect(await entriesNow()).toEqual([rewritten.body]);
  });

  it('are read one by one, with the ETag for a change', async () => {
    const entry = await add({ content: CONTENT, sortOrder: 2 });
    await add({ content: { type: 'text', content: 'Another' } });
    const path = `/v0/topics/${topicId}/entries/${entry.topicEntryId}`;
    const { body, headers } = await api.get(path).expect(200);
    expect(body).toEqual(entry);
    const etag = headers.etag!;
    await api.get(path).set('if-none-match', etag).expect(304);
    await api.patch(path, { sortOrder: 3 }).set('if-match', etag).expect(200);
    await api.patch(path, { sortOrder: 4 }).set('if-match', etag).expect(412);
    expect((await api.get(path).expect(200)).body).toMatchObject({ sortOrder: 3 });
  });

  it('can be deleted, once', async () => {
    const entry = await add({ content: CONTENT });
    const path = `/v0/topics/${topicId}/entries/${entry.topicEntryId}`;
    expect((await api.delete(path).expect(200)).body).toEqual(entry);
    expect((await api.delete(path).expect(404)).body.code).toBe('entry_not_found');
    expect(await entriesNow()).toEqual([]);
  });

  it('belong to their topic alone', async () => {
    const entry = await add({ content: CONTENT });
    const { body: other } = await api.post('/v0/topics', { title: 'Other' });
    const path = `/v0/topics/${other.topicId}/entries/${entry.topicEntryId}`;
    await api.get(path).expect(404);
    await api.patch(path, { sortOrder: 1 }).expect(404);
    await api.delete(path).expect(404);
    expect(await entriesNow()).toEqual([entry]);
  });

  it.each([
    [{}, '/content', 'required'],
    [{ content: null }, '/content', 'wrong_type'],
    [{ content: 'text' }, '/content', 'wrong_type'],
    [{ content: [] }, '/content', 'wrong_type'],
    [{ content: { type: 'text' } }, '/content/content', 'required'],
    [{ content: { type: 1, content: '' } }, '/content/type', 'wrong_type'],
    [{ content: { ...CONTENT, extra: 1 } }, '/content/extra', 'unknown_property'],
    [{ content: { ...CONTENT, constructor: 1 } }, '/content/constructor', 'unknown_property'],
    [{ content: CONTENT, sortOrder: LARGEST + 1 }, '/sortOrder', 'out_of_range'],
    [{ content: CONTENT, sortOrder: null }, '/sortOrder', 'wrong_type'],
  ])('refuses %j', async (body, pointer, code) => {
    const answer = await api.post(`/v0/topics/${topicId}/entries`, body).expect(400);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer, code }));
    expect(await entriesNow()).toEqual([]);
  });
});
