import type { AudienceView } from '../../src/modules/pages/dto/audiences.dto.js';
import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { addEntry, topicOf } from '../topics/searching.js';
import { useTestService } from '../support/test-service.js';
import { ComposedVersions } from './composed-versions.js';
import { pagePath, pathOf, PLAIN_PAGE, Records } from './records.js';

const { service, strangerApi: api } = useTestService();
const records = new Records(api);
const versions = new ComposedVersions(service, records);

/** The topics, in their own order. */
let [pricing, support, terms]: [string, string, string] = ['', '', ''];
beforeEach(async () => {
  await service.pool.query('delete from topic where tenant_id = $1', [service.stranger.id]);
  const withEntry = async (title: string) => {
    const topicId = await topicOf(service.stranger, title);
    await addEntry(service.stranger, topicId, `About ${title}.`);
    return topicId;
  };
  [pricing, support, terms] = [
    await withEntry('Pricing'),
    await withEntry('Support'),
    await withEntry('Terms'),
  ];
});

const publish = async (audience: AudienceView) =>
  shownIn(await versions.contentOf(audience, await versions.publish(audience, service.stranger)));

/** The titles of the topics that a version answers, and the topics that it names. */
function shownIn({ topicIds, sections }: { topicIds?: string[]; sections: readonly object[] }) {
  const [section] = sections.filter((each) => 'questions' in each) as { questions: { question: string }[] }[];
  return { topicIds, titles: section?.questions.map(({ question }) => question) ?? [] };
}

const first = async (topicIds?: string[] | null, overrides: object = {}) => {
  const { pageId } = await records.page({ topicIds });
  const audience = await records.audience(overrides, pageId);
  return { audience, ...shownIn(await versions.contentOf(audience)) };
};

describe('the topics of a page', () => {
  it('are all, unless it names some', async () => {
    const titles = ['Pricing', 'Support', 'Terms'];
    expect(await first()).toMatchObject({ topicIds: undefined, titles });
    expect(await first(null)).toMatchObject({ topicIds: undefined, titles });
  });

  it('are shown in the order of the page', async () => {
    const topicIds = [terms, pricing];
    expect(await first(topicIds)).toMatchObject({ topicIds, titles: ['Terms', 'Pricing'] });
  });

  it('are none, if the list is empty', async () => {
    const { topicIds, titles } = await first([]);
    expect({ topicIds, titles }).toEqual({ topicIds: [], titles: [] });
  });

  it('lose those that are deleted', async () => {
    const { audience } = await first([terms, support]);
    await api.delete(`/v0/topics/${terms}`).expect(200);
    expect((await publish(audience)).titles).toEqual(['Support']);
    await api.delete(`/v0/topics/${support}`).expect(200);
    expect((await publish(audience)).titles).toEqual([]);
  });

  it('change with the next version, and null makes them all again', async () => {
    const { audience } = await first();
    const { body } = await api.patch(pagePath(audience), { topicIds: [support] }).expect(200);
    expect(body.topicIds).toEqual([support]);
    expect((await records.read<{ topicIds: unknown }>(pagePath(audience))).topicIds).toEqual([support]);
    expect(shownIn(await versions.contentOf(audience)).topicIds).toBeUndefined();
    expect(await publish(audience)).toEqual({ topicIds: [support], titles: ['Support'] });
    expect((await api.patch(pagePath(audience), { topicIds: null }).expect(200)).body.topicIds).toBeNull();
    expect(await publish(audience)).toEqual({ topicIds: undefined, titles: ['Pricing', 'Support', 'Terms'] });
  });
});

describe('the topics of an audience', () => {
  it("replace the page's; null does not, and an empty list means none", async () => {
    const { audience, titles } = await first([pricing], { topicIdsOverride: [terms, support] });
    expect(titles).toEqual(['Terms', 'Support']);
    const change = async (topicIdsOverride: string[] | null) => {
      const { body } = await api.patch(pathOf(audience), { topicIdsOverride }).expect(200);
      expect(body.topicIdsOverride).toEqual(topicIdsOverride);
      return publish(audience);
    };
    expect(await change([])).toEqual({ topicIds: [], titles: [] });
    expect(await change(null)).toEqual({ topicIds: [pricing], titles: ['Pricing'] });
  });

  it('are restored by a message, also those that are none', async () => {
    const audience = await records.audience();
    for (const topicIdsOverride of [[], [terms], null])
      await api.patch(pathOf(audience), { topicIdsOverride }).expect(200);
    const messages = await records.messages(audience);
    const kept = messages.map(({ overrides }) => overrides!.topicIdsOverride);
    expect(kept).toEqual([[], [terms], null]);
    await api.post(`${pathOf(audience)}/messages/${messages[0]!.messageId}/restore`, {}).expect(200);
    expect((await records.read<AudienceView>(pathOf(audience))).topicIdsOverride).toEqual([]);
  });
});

describe('a list of topics', () => {
  const sentTo = async (topicIds: unknown) => {
    const audience = await records.audience();
    const topicIdsOverride = topicIds;
    return [
      [api.post('/v0/pages', { ...PLAIN_PAGE, topicIds }), '/topicIds'],
      [api.patch(pagePath(audience), { topicIds }), '/topicIds'],
      [api.post(`${pagePath(audience)}/audiences`, { topicIdsOverride }), '/topicIdsOverride'],
      [api.patch(pathOf(audience), { topicIdsOverride }), '/topicIdsOverride'],
      [
        api.post(`${pathOf(audience)}/messages`, { text: 'x', changes: { topicIdsOverride } }),
        '/changes/topicIdsOverride',
      ],
    ] as const;
  };

  it('names topics that exist', async () => {
    const deleted = await topicOf(service.stranger, 'Gone');
    await api.delete(`/v0/topics/${deleted}`).expect(200);
    for (const unknown of [deleted, exampleId('topic'), exampleId('page'), ''])
      for (const [sent, at] of await sentTo([pricing, unknown]))
        expect((await sent.expect(422)).body).toMatchObject({
          code: 'topic_not_found',
          errors: [{ pointer: `${at}/1`, code: 'topic_not_found' }],
        });
  });

  it('names each topic once', async () => {
    for (const [sent, at] of await sentTo([pricing, terms, pricing]))
      expect((await sent.expect(400)).body.errors).toEqual([
        {
          ...{ pointer: `${at}/2`, code: 'duplicate' },
          message: `${at.slice(1).replace('/', '.')}.2 repeats an earlier topic of the list.`,
        },
      ]);
  });

  it('has at most 50 topics', async () => {
    for (const [sent, at] of await sentTo(Array.from({ length: 51 }, (_, index) => `topic_${index}`)))
      expect((await sent.expect(400)).body.errors).toMatchObject([{ pointer: at, code: 'too_many' }]);
    const many: string[] = [];
    for (let count = 0; count < 50; count++) many.push(await topicOf(service.stranger, `T${count}`));
    expect((await records.page({ topicIds: many })).topicIds).toEqual(many);
  });
});
