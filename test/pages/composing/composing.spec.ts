import type { AudienceView } from '../../../src/modules/pages/dto/audiences.dto.js';
import type { Content, VersionContentView } from '../../../src/modules/pages/dto/content.dto.js';
import { templateText } from '../../../src/modules/pages/composing/template-composer.js';
import { TopicsApi } from '../../../src/modules/topics/index.js';
import { inContext } from '../../../src/shared/database/transactions/work-context.js';
import type { ListPage } from '../../../src/shared/answers/list-page.js';
import { useTestService } from '../../support/test-service.js';
import { until } from '../../support/until.js';
import { pathOf, PLAIN_PAGE, Records } from '../records.js';

const { service, strangerApi } = useTestService({ ROLE: 'all' });
const records = new Records(strangerApi);

afterEach(() => service.pool.query('delete from topic where tenant_id = $1', [service.stranger.id]));

const make = async (path: string, body: object) =>
  (await strangerApi.post(path, body).expect(201)).body as Record<string, string>;

async function topic(title: string, ...texts: (string | [type: string, text: string])[]): Promise<void> {
  const { topicId } = await make('/v0/topics', { title });
  for (const text of texts) {
    const [type, content] = typeof text === 'string' ? ['text', text] : text;
    await make(`/v0/topics/${topicId}/entries`, { content: { type, content } });
  }
}

async function contentOf(audience: AudienceView, versionId = audience.latestVersion.versionId) {
  const path = `${pathOf(audience)}/versions/${versionId}/content`;
  return (await records.read<VersionContentView>(path)).content;
}

/** That of a version which a worker composes now. */
async function composed(audience: AudienceView): Promise<Content> {
  const { versionId } = await records.version(audience);
  await until(async () => (await records.versions(audience)).at(-1)!.status === 'published');
  return contentOf(audience, versionId);
}

const section = (content: Content, type: string) => content.sections.find((each) => each.type === type);

describe('the template', () => {
  it('speaks of the domain of a company only if its name is blank', async () => {
    const named = await make('/v0/accounts', { domain: 'globex.example', name: 'Globex' });
    await make('/v0/accounts', { domain: 'blank.example', name: ' ' });
    expect(named).toMatchObject({ name: 'Globex' });
    const greetings = ['globex', 'blank'].map(async (company) => {
      const person = await make('/v0/persons', { name: 'Grace', email: `grace@${company}.example` });
      return (await contentOf(await records.audience({ personId: person.personId }))).sections[0];
    });
    expect(await Promise.all(greetings)).toMatchObject([
      { greeting: 'For Grace at Globex' },
      { greeting: 'For Grace at blank.example' },
    ]);
  });

  it('speaks to the person and the company, and answers what the topics answer', async () => {
    const person = await make('/v0/persons', { name: 'Ada Lovelace', email: 'ada@acme.example' });
    await topic('Empty');
    await topic('Pricing', 'Every plan is free.', ['markdown', '## Is it **really**?\n\nIt is.'], 'Always.');
    await topic('Support', ['Text', 'When are you there?\nAt any time.'], ['html', '<b>Not shown</b>'], ' ');
    const { pageId } = await records.page({ metadata: { description: 'All about it' } });
    const audience = await records.audience({ personId: person.personId }, pageId);
    const hero = { type: 'hero', title: 'Plain', text: 'All about it' };
    const ada = { name: 'Ada Lovelace' };
    const content = await contentOf(audience);
    expect(content.sections).toEqual([
      { ...hero, greeting: 'For Ada Lovelace at acme.example', greeted: { ...ada, company: 'acme.example' } },
      {
        type: 'questions',
        questions: [
          { question: 'Pricing', answer: 'Every plan is free.\n\nAlways.' },
          { question: 'Is it **really**?', answer: 'It is.' },
          { question: 'When are you there?', answer: 'At any time.' },
        ],
      },
    ]);
    expect(await composed(audience)).toEqual(content);
    expect(await composed(audience)).toEqual(content);

    const { items } = await records.read<ListPage<{ accountId: string }>>('/v0/accounts');
    await strangerApi.patch(`/v0/accounts/${items[0]!.accountId}`, { name: 'Acme' }).expect(200);
    await topic('Afterwards', 'More.');
    const later = await composed(audience);
    expect(later.sections[0]).toEqual({
      ...hero,
      greeting: 'For Ada Lovelace at Acme',
      greeted: { ...ada, company: 'Acme' },
    });
    expect(section(later, 'questions')).toMatchObject({ questions: { length: 4 } });
    expect(await contentOf(audience)).toEqual(content);
  });

  it('greets a person without a company, and nobody where there is none', async () => {
    const person = await make('/v0/persons', { name: 'Grace Hopper' });
    const content = await contentOf(await records.audience({ personId: person.personId }));
    expect(content.sections[0]).toEqual({
      type: 'hero',
      greeting: 'For Grace Hopper',
      greeted: { name: 'Grace Hopper' },
      title: 'Plain',
    });
    const plain = await contentOf(await records.audience());
    expect(plain.sections.map(({ type }) => type)).toEqual(['hero']);
    expect(plain.sections[0]).not.toHaveProperty('greeting');
  });

  it.each<[string, ...[question: string, answer: string][]]>([
    ['Plain', ['T', 'Plain']],
    ['Why?', ['T', 'Why?']],
    ['Why?\n  \n', ['T', 'Why?']],
    ['\n\nWhy?\r\nBecause.\nReally.', ['Why?', 'Because.\nReally.']],
    ['###### Why?\nBecause.', ['Why?', 'Because.']],
    ['#Why?\nBecause.', ['#Why?', 'Because.']],
    ['لماذا؟\nلأن.', ['لماذا؟', 'لأن.']],
    ['なぜ？\nだから。', ['なぜ？', 'だから。']],
    ['Because.\nWhy?', ['T', 'Because.\nWhy?']],
  ])('takes %j for %j', (text, ...expected) => {
    const ingredients = {
      ...{ name: 'N', person: undefined, topics: [{ title: 'T', purpose: null, texts: [text] }] },
      page: {
        ...PLAIN_PAGE,
        footerLinks: [],
        headerActionId: null,
        defaultFormId: null,
        metadata: null,
        body: null,
        language: null,
        ogImageAssetId: null,
        coverImage: null,
        topicIds: null,
        blocks: [],
      },
      audience: {
        ...{ customName: null, actionFormIdOverride: null, actionFormInstructionsOverride: null },
        ...{
          actionUrlOverride: null,
          supplementaryContext: null,
          metadataOverride: null,
          bodyOverride: null,
          ogImageAssetIdOverride: null,
          coverImageOverride: null,
          topicIdsOverride: null,
        },
      },
    };
    expect(templateText(ingredients).questions).toEqual(
      expected.map(([question, answer]) => ({ question, answer })),
    );
  });
});

describe('what pages draw on', () => {
  const told = () =>
    inContext({ tenantId: service.stranger.id }, () =>
      service.app.get(TopicsApi, { strict: false }).forComposing(),
    );
  /** Topics by their number, each with entries of so many bytes. */
  const fill = async (topics: number, sizes: readonly number[]) => {
    await service.pool.query(
      `with made as (
         insert into topic (id, tenant_id, title, sort_order, is_default, created_at, updated_at)
         select gen_random_uuid(), $1, n::text, n, false, now(), now() from generate_series(1, $2::int) n returning id
       )
       insert into topic_entry (id, tenant_id, topic_id, sort_order, content_type, content_text, created_at, updated_at)
       select gen_random_uuid(), $1, made.id, place, 'text', repeat('x', size), now(), now()
       from made, unnest($3::int[]) with ordinality as sizes (size, place)`,
      [service.stranger.id, topics, sizes],
    );
  };
  const sizes = async () => (await told()).flatMap(({ texts }) => texts.map((text) => text.length));

  it('is of the tenant alone', async () => {
    expect(await told()).toEqual([]);
    await topic('Own', 'Text');
    expect(await told()).toEqual([{ title: 'Own', purpose: null, texts: ['Text'] }]);
  });

  it('are the first 100 texts, in order', async () => {
    await fill(
      3,
      Array.from({ length: 40 }, (_, index) => index + 1),
    );
    const topics = await told();
    expect(topics.map(({ title, texts }) => [title, texts.length])).toEqual([
      ...[['1', 40], ['2', 40], ['3', 20]], // prettier-ignore
    ]);
    expect(topics[2]!.texts.map((text) => text.length)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
  });

  it('are of the first 100 topics', async () => {
    await fill(101, [1]);
    expect((await told()).map(({ title }) => Number(title))).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 1),
    );
  });

  it('are no texts of more than 8192 bytes', async () => {
    await fill(1, [8193, 8192, 5]);
    expect(await sizes()).toEqual([8192, 5]);
  });

  it.each([
    [[8192, 1], 8],
    [[8191, 1], 9],
    [[8191, 2], 8],
  ])('are 65536 bytes in all: %j after seven of 8192', async (last, count) => {
    await fill(1, [...Array.from({ length: 7 }, () => 8192), ...last]);
    expect(await sizes()).toHaveLength(count);
  });
});
