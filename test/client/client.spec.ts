import { Foyer } from '@foyer/client';
import { useTestService } from '../support/test-service.js';
import { allOf } from './all-of.js';
import { failureOf } from './failure-of.js';

const { service } = useTestService({ ROLE: 'all' });

function foyer(): Foyer {
  return new Foyer({ url: service.url, key: service.home.key });
}

describe('a client', () => {
  it('creates, reads, changes and deletes a record', async () => {
    const { persons } = foyer();
    const created = await persons.create({ name: 'Ada Lovelace' });
    const read = await persons.get(created.personId);
    expect(read).toEqual(created);
    const changed = await persons.update(created.personId, { name: 'Ada King' });
    expect(changed.name).toBe('Ada King');
    await persons.delete(created.personId);
    await expect(persons.get(created.personId)).rejects.toMatchObject({
      status: 404,
      code: 'person_not_found',
      operation: 'GET /v0/persons/{person_id}',
    });
  });

  it('names every fault of a request', async () => {
    const failure = await failureOf(foyer().persons.create({ name: '', email: 'nobody' }));
    expect(failure).toMatchObject({ status: 400, code: 'validation_failed' });
    expect(failure.faults.map(({ pointer }) => pointer)).toEqual(['/name', '/email']);
    expect(failure.requestId).toMatch(/^req_/);
    expect(failure.message).toContain(failure.requestId);
  });

  it('walks a list over all its pages', async () => {
    const { topics } = foyer();
    for (const title of ['One', 'Two', 'Three']) await topics.create({ title, purpose: null });
    const page = await topics.list({ limit: 2 });
    expect(page.items).toHaveLength(2);
    expect(page.hasMore).toBe(true);
    const titles: string[] = [];
    for await (const { title } of topics.list({ limit: 2 })) titles.push(title);
    expect(titles).toEqual(expect.arrayContaining(['One', 'Two', 'Three']));
    expect(titles).toHaveLength(page.totalCount);
  });

  it('changes a record only if it is still as it was read', async () => {
    const { topics } = foyer();
    const topic = await topics.create({ title: 'Prices', purpose: null });
    const changed = await topics.update(topic.topicId, { title: 'Pricing' }, { ifMatch: topic });
    const late = topics.update(topic.topicId, { title: 'Costs' }, { ifMatch: topic });
    await expect(late).rejects.toMatchObject({ status: 412, code: 'precondition_failed' });
    await topics.update(topic.topicId, { title: 'Costs' }, { ifMatch: changed });
  });

  it('creates a record once, although the first answer is lost', async () => {
    let isLost = false;
    const { persons } = new Foyer({
      ...{ url: service.url, key: service.home.key, backOffMs: 1 },
      fetch: async (...request) => {
        const answer = await fetch(...request);
        if (isLost) return answer;
        isLost = true;
        throw new TypeError('The network is away.');
      },
    });
    const created = await persons.create({ name: 'Only Once' });
    const found = await allOf(foyer().persons.search({ query: 'Only Once' }));
    expect(found).toEqual([created]);
  });

  it('returns a record that was read before if it has not changed', async () => {
    const { topics } = foyer();
    const topic = await topics.create({ title: 'Prices', purpose: null });
    expect(await topics.get(topic.topicId, { ifNoneMatch: topic })).toBe(topic);
    await topics.update(topic.topicId, { title: 'Pricing' });
    expect(await topics.get(topic.topicId, { ifNoneMatch: topic })).toMatchObject({ title: 'Pricing' });
    const copy = { ...topic };
    await expect(topics.get(topic.topicId, { ifNoneMatch: copy })).rejects.toThrow(
      'ifNoneMatch must be a record',
    );
  });

  it('is not made without a URL and a key', () => {
    expect(() => new Foyer({ url: 'nowhere', key: 'a-key' })).toThrow('Invalid URL');
    expect(() => new Foyer({ url: service.url, key: '' })).toThrow('key must be an API key');
  });

  it('waits until a version is published', async () => {
    const { pages } = foyer();
    const page = await pages.create({
      ...{ name: 'Spring launch', brandId: 'acme', pageType: 'inbound', pageContext: 'Be brief.' },
      ...{ actions: [], actionCardWidgets: [], scripts: [] },
    });
    const { audienceId } = await pages.audiences.create(page.pageId);
    const { versionId } = await pages.audiences.versions.create(page.pageId, audienceId);
    const version = await pages.audiences.versions.waitUntilPublished(page.pageId, audienceId, versionId);
    expect(version).toMatchObject({ versionId, status: 'published', versionNumber: 2 });
  });
});
