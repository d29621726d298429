import { prepareSchema } from '../../src/application/schema.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import { createTestDatabase } from '../support/database/test-database.js';
import { startTestService, useTestService } from '../support/test-service.js';
import { addEntry, search, topicOf } from './searching.js';

const { service } = useTestService();

const found = async (question: string, tenant = service.stranger) =>
  (await search(service, tenant, question)).map(({ snippet }) => snippet);

const add = async (content: string, { title = 'Facts', type = 'text' } = {}) => {
  const topicId = await topicOf(service.stranger, title);
  const entryId = await addEntry(service.stranger, topicId, content, type);
  return { topicId, entryId, path: `/v0/topics/${topicId}/entries/${entryId}` };
};

afterEach(async () => {
  await service.pool.query('delete from topic where tenant_id = $1', [service.stranger.id]);
});

describe('a question', () => {
  it('finds the entry that answers it, whatever the form of its words', async () => {
    const { topicId, entryId } = await add('Parcels are shipped within two days.', { title: 'Shipping' });
    await add('Invoices are sent by email.');
    expect(await search(service, service.stranger, 'When do you ship my parcel?')).toEqual([
      {
        entryId: uuidOf('entry', entryId),
        topicId: uuidOf('topic', topicId),
        topicTitle: 'Shipping',
        snippet: 'Parcels are shipped within two days.',
      },
    ]);
  });

  it('is answered from Markdown that takes too many steps as from plain text', async () => {
    const hostile = '['.repeat(15_000);
    await add(`Parcels are **shipped** within two days.\n\n${hostile}`, { type: 'markdown' });
    const [snippet] = await found('When do you ship my parcel?');
    expect(snippet).toMatch(/^Parcels are \*\*shipped\*\* within two days\.\n\[+/);
  });

  it('prefers entries with more of its words, then those with rarer ones, and shows three at most', async () => {
    for (const number of ['one', 'two', 'three', 'four']) await add(`Account number ${number} is open.`);
    await add('An account can be cancelled.');
    await add('Cancel any day.');
    expect(await found('How do I cancel my account?')).toEqual(['An account can be cancelled.']);
    expect(await found('Do you cancel or frobnicate?')).toHaveLength(2);
    expect(await found('Is there an account?')).toHaveLength(3);
    expect((await found('account, cancel, refund, number'))[0]).toBe('An account can be cancelled.');
  });

  it('has no answer where less than half of its words are found, or it has none', async () => {
    await add('The office is in Berlin.');
    expect(await found('Is the office in Berlin open on Sunday?')).toHaveLength(1);
    expect(await found('Is the office closed on Sunday or Monday?')).toEqual([]);
    for (const nothing of ['', '?!', 'What is it?', "' | \\ & !(:*", '\u0001', '👋'])
      expect(await found(nothing)).toEqual([]);
  });

  it('finds words of the title together with those of the entry', async () => {
    await add('The starter plan is free, the team plan is 9 euros.', { title: 'Pricing' });
    expect(await found('What is the pricing of teams?')).toHaveLength(1);
    expect(await found('What is the pricing of enterprises with support?')).toEqual([]);
  });

  it('is answered from text and Markdown, and from the own tenant', async () => {
    await add('Zebras eat grass.', { type: 'TEXT' });
    await add('**Zebras** eat grass.', { type: 'markdown' });
    await add('<p>Zebras eat grass.</p>', { type: 'html' });
    expect(await found('What do zebras eat?')).toEqual(['Zebras eat grass.', 'Zebras eat grass.']);
    expect(await found('What do zebras eat?', service.home)).toEqual([]);
  });

  it('is answered from what entries say now', async () => {
    const { path } = await add('The warranty is one year.');
    const { api } = service.stranger;
    await api.patch(path, { content: { type: 'text', content: 'The warranty is two years.' } }).expect(200);
    expect(await found('warranty?')).toEqual(['The warranty is two years.']);
    await api.patch(path, { content: { type: 'json', content: 'warranty' } }).expect(200);
    expect(await found('warranty?')).toEqual([]);
    await api.patch(path, { content: { type: 'text', content: 'The warranty is back.' } }).expect(200);
    await api.delete(path).expect(200);
    expect(await found('warranty?')).toEqual([]);
  });
});

describe('a language', () => {
  it('is that of the setting, also for entries that were there before', async () => {
    const database = await createTestDatabase();
    await prepareSchema(database.url, { MIGRATE: true, SEARCH_LANGUAGE: 'german' });
    const german = await startTestService({ SEARCH_LANGUAGE: 'german' }, undefined, database);
    const topicId = await topicOf(german.home, 'Lieferung');
    await addEntry(german.home, topicId, 'Rücksendungen sind dreißig Tage lang kostenlos.');
    const ask = async () =>
      (await search(german, german.home, 'Was kostet eine Rücksendung – ist sie KOSTENLOS?')).length;
    expect(await ask()).toBe(1);
    await prepareSchema(database.url, { MIGRATE: true, SEARCH_LANGUAGE: 'simple' });
    expect(await ask()).toBe(0);
    await prepareSchema(database.url, { MIGRATE: true, SEARCH_LANGUAGE: 'german' });
    expect(await ask()).toBe(1);
    await german.close();
  });

  it('must be one that the server knows, and that topics are searched in', async () => {
    const start = (SEARCH_LANGUAGE: string) =>
      prepareSchema(service.databaseUrl, { MIGRATE: false, SEARCH_LANGUAGE });
    await expect(start('klingon')).rejects.toThrow(/^SEARCH_LANGUAGE: .* klingon; it has .*english/);
    await expect(start('german')).rejects.toThrow(
      /is german, but the search index of topics is in english; .* migrate$/,
    );
    await start('english');
  });
});
