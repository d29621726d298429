import { useTestService } from '../support/test-service.js';

const { api } = useTestService();
let path: string;
let etag: string;

beforeEach(async () => {
  const { body } = await api.post('/v0/topics', { title: 'Watched' }).expect(201);
  path = `/v0/topics/${body.topicId}`;
  etag = (await api.get(path)).headers.etag!;
});

describe('ETag', () => {
  it('is the same in the answer to a change and in the read after it', async () => {
    const changed = await api.patch(path, { title: 'Changed' }).expect(200);
    const read = await api.get(path).expect(200);
    expect(read.headers.etag).toBe(changed.headers.etag);
    expect(read.headers.etag).not.toBe(etag);
  });

  it('changes with an entry of the topic', async () => {
    await api.post(`${path}/entries`, { content: { type: 'text', content: 'x' } }).expect(201);
    expect((await api.get(path)).headers.etag).not.toBe(etag);
  });
});

describe('If-None-Match', () => {
  it('answers 304 without a body while nothing changed', async () => {
    const answer = await api.get(path).set('if-none-match', etag).expect(304);
    expect(answer.text).toBe('');
    await api.get(path).set('if-none-match', `"x", W/${etag}`).set('cache-control', 'no-cache').expect(304);
    await api.patch(path, { title: 'Changed' }).expect(200);
    await api.get(path).set('if-none-match', etag).expect(200);
  });
});

describe('If-Match', () => {
  it('lets a change through while the record is as it was seen', async () => {
    const { headers } = await api.patch(path, { title: 'One' }).set('if-match', etag).expect(200);
    await api.patch(path, { title: 'Two' }).set('if-match', `"other", ${headers.etag}`).expect(200);
    await api.patch(path, { title: 'Three' }).set('if-match', '*').expect(200);
  });

  it('stops a change of a record that has changed, and leaves it as it is', async () => {
    await api.patch(path, { title: 'Someone else' }).expect(200);
    const { body } = await api.patch(path, { title: 'Me' }).set('if-match', etag).expect(412);
    expect(body.code).toBe('precondition_failed');
    await api.delete(path).set('if-match', etag).expect(412);
    expect((await api.get(path)).body.title).toBe('Someone else');
  });

  it('lets a delete through while the record is as it was seen', async () => {
    await api.delete(path).set('if-match', etag).expect(200);
  });
});
