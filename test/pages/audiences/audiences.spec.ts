import type { AudienceView } from '../../../src/modules/pages/dto/audiences.dto.js';
import type { VersionContentView } from '../../../src/modules/pages/dto/content.dto.js';
import type { ListPage } from '../../../src/shared/answers/list-page.js';
import { useTestService } from '../../support/test-service.js';
import { WIRE_TIME } from '../../support/api/wire-values.js';
import { pathOf, Records } from '../records.js';

const OVERRIDES = {
  actionFormIdOverride: 'form-1',
  actionFormInstructionsOverride: 'Ask for the size of the team.',
  actionUrlOverride: 'https://example.com/acme',
  bodyOverride: 'What **you** need.',
  coverImageOverride: null,
  topicIdsOverride: [],
  customName: 'Acme, purchasing',
  metadataOverride: { title: 'For Acme', robots: ['noindex'] },
  supplementaryContext: 'Acme is about to renew.',
};
const NOTHING = Object.fromEntries(
  Object.keys(OVERRIDES)
    .filter((name) => name !== 'metadataOverride')
    .map((name) => [name, null]),
);

const { api, strangerApi } = useTestService();
const records = new Records(api);

describe('POST /v0/pages/{page_id}/audiences', () => {
  it('publishes the first version at once, and answers the audience whole', async () => {
    const { pageId } = await records.page({ name: 'Spring' });
    const audience = await records.audience(OVERRIDES, pageId);
    expect(audience).toEqual({
      ...OVERRIDES,
      audienceId: expect.stringMatching(/^audience_[0-9a-z]{26}$/),
      pageId,
      status: 'published',
      computedName: 'Spring #1',
      effectiveName: 'Acme, purchasing',
      isNewPageAgent: false,
      personId: null,
      personRouteKey: null,
      latestVersion: {
        versionId: expect.stringMatching(/^version_[0-9a-z]{26}$/),
        audienceId: audience.audienceId,
        versionNumber: 1,
        status: 'published',
        isNewPageAgent: false,
        supplementaryContext: OVERRIDES.supplementaryContext,
        queueDurationMs: null,
        draftReason: null,
        rolledBackFrom: null,
        publishAt: null,
        createdAt: expect.stringMatching(WIRE_TIME),
        becameDraftAt: null,
        queuedAt: null,
        publishedAt: expect.stringMatching(WIRE_TIME),
        cancelledAt: null,
        obsoleteAt: null,
        archivedAt: null,
      },
      publishedVersion: audience.latestVersion,
      createdAt: expect.stringMatching(WIRE_TIME),
      updatedAt: audience.createdAt,
      archiveAt: null,
      archivedAt: null,
      effectiveMetadata: OVERRIDES.metadataOverride,
    });
    expect(await records.read(pathOf(audience))).toEqual(audience);
    expect(await records.versions(audience)).toEqual([audience.latestVersion]);
    expect(await records.read(`/v0/pages/${pageId}`)).toMatchObject({ status: 'published' });
    const { versionId, publishedAt } = audience.latestVersion;
    const content = await records.read<VersionContentView>(
      `${pathOf(audience)}/versions/${versionId}/content`,
    );
    expect(content).toMatchObject({ versionId, publishedAt, content: { title: 'For Acme' } });
  });

  it.each([{}, NOTHING, { personId: null }])('takes %j as nothing of its own', async (body) => {
    const audience = await records.audience(body);
    expect(audience).toMatchObject({ ...NOTHING, effectiveName: 'Plain #1', personId: null });
    expect(audience).not.toHaveProperty('metadataOverride');
    expect(audience).not.toHaveProperty('effectiveMetadata');
  });

  it('is refused where the first version would be too large, and leaves nothing behind', async () => {
    const title = 'x'.repeat(400_000); // it is shown three times
    const { pageId } = await records.page({ metadata: { title } });
    const { body } = await api.post(`/v0/pages/${pageId}/audiences`, {}).expect(409);
    expect(body.code).toBe('content_too_large');
    expect(await records.read(`/v0/pages/${pageId}`)).toMatchObject({ status: 'draft', audiencesCount: 0 });
    await records.audience({ metadataOverride: { title: 'Short' } }, pageId);
  });
});

describe('PATCH /v0/pages/{page_id}/audiences/{audience_id}', () => {
  it.each(Object.entries(OVERRIDES))('changes %s alone, and clears it', async (name, value) => {
    const audience = await records.audience({ customName: 'Kept', supplementaryContext: 'Kept' });
    const { body } = await api.patch(pathOf(audience), { [name]: value }).expect(200);
    const follows = {
      ...(name === 'customName' && { effectiveName: value }),
      ...(name === 'metadataOverride' && { effectiveMetadata: value }),
    };
    expect(body).toEqual({ ...audience, [name]: value, ...follows, updatedAt: body.updatedAt });
    expect(await records.read(pathOf(audience))).toEqual(body);
    if (name === 'metadataOverride') return;
    const { body: cleared } = await api.patch(pathOf(audience), { [name]: null }).expect(200);
    expect(cleared[name]).toBeNull();
    expect(await records.read(pathOf(audience))).toEqual(cleared);
  });

  it('with nothing given leaves all as it is', async () => {
    const audience = await records.audience(OVERRIDES);
    const { body } = await api.patch(pathOf(audience), {}).expect(200);
    expect(body).toEqual({ ...audience, updatedAt: body.updatedAt });
  });

  it('does not change what is already shown', async () => {
    const audience = await records.audience({ supplementaryContext: 'Before' });
    const content = `${pathOf(audience)}/versions/${audience.latestVersion.versionId}/content`;
    const before = await records.read(content);
    await api.patch(pathOf(audience), { supplementaryContext: 'After', customName: 'New' }).expect(200);
    await api.patch(`/v0/pages/${audience.pageId}`, { pageContext: 'Changed' }).expect(200);
    expect(await records.read(content)).toEqual(before);
    expect((await records.versions(audience))[0]!.supplementaryContext).toBe('Before');
  });

  it.each([
    [{ customName: '' }, '/customName', 'too_short'],
    [{ supplementaryContext: '' }, '/supplementaryContext', 'too_short'],
    [{ metadataOverride: null }, '/metadataOverride', 'wrong_type'],
    [{ metadataOverride: { ogImageUrl: 'x' } }, '/metadataOverride/ogImageUrl', 'unknown_property'],
    [{ metadataOverride: { robots: null } }, '/metadataOverride/robots', 'wrong_type'],
    [{ personId: 'person_x' }, '/personId', 'unknown_property'],
    [{ actionFormIdOverride: 1 }, '/actionFormIdOverride', 'wrong_type'],
    [{ actionUrlOverride: '' }, '/actionUrlOverride', 'wrong_uri'],
    [{ actionUrlOverride: '/relative' }, '/actionUrlOverride', 'wrong_uri'],
    [{ actionUrlOverride: 'example.com' }, '/actionUrlOverride', 'wrong_uri'],
    [{ actionUrlOverride: 'javascript:alert(1)' }, '/actionUrlOverride', 'wrong_uri'],
    [{ actionUrlOverride: ' javascript:alert(1)' }, '/actionUrlOverride', 'wrong_uri'],
    [{ actionUrlOverride: 'JavaScript:alert(1)//https://x' }, '/actionUrlOverride', 'wrong_uri'],
    [{ actionUrlOverride: 'java\nscript:alert(1)' }, '/actionUrlOverride', 'wrong_uri'],
    [{ actionUrlOverride: 'data:text/html,x' }, '/actionUrlOverride', 'wrong_uri'],
    [{ actionUrlOverride: 'https://example.com\n' }, '/actionUrlOverride', 'wrong_uri'],
  ])('refuses %j', async (change, pointer, code) => {
    const audience = await records.audience();
    for (const answer of [
      await api.patch(pathOf(audience), change).expect(400),
      ...(pointer === '/personId' ? [] : [await api.post(`/v0/pages/${audience.pageId}/audiences`, change)]),
    ]) {
      expect([answer.status, answer.body.errors]).toEqual([
        400,
        [expect.objectContaining({ pointer, code })],
      ]);
    }
    expect(await records.read(pathOf(audience))).toEqual(audience);
  });

  it.each(['http://localhost:8080/a?b=c#d', 'mailto:sales@example.com', 'tel:+14155550123', 'x'.padStart(1)])(
    'takes what can be opened, as %s, or text of one character',
    async (text) => {
      const audience = await records.audience();
      const change = text.includes(':')
        ? { actionUrlOverride: text }
        : { customName: text, supplementaryContext: text };
      expect((await api.patch(pathOf(audience), change).expect(200)).body).toMatchObject(change);
    },
  );

  it('honours If-Match', async () => {
    const audience = await records.audience();
    const { headers } = await api.get(pathOf(audience));
    const change = (customName: string) =>
      api.patch(pathOf(audience), { customName }).set('if-match', headers.etag!);
    await change('First').expect(200);
    await change('Second').expect(412);
    await api.delete(pathOf(audience)).set('if-match', headers.etag!).expect(412);
    expect(await records.read(pathOf(audience))).toMatchObject({ customName: 'First', archivedAt: null });
  });
});

describe('the metadata of an audience', () => {
  it("is the page's, overlaid by its own, which is replaced whole", async () => {
    const { pageId } = await records.page({
      metadata: { title: 'Page', author: 'Ada', robots: ['noindex'] },
    });
    const audience = await records.audience({ metadataOverride: { title: 'Own', ogTitle: 'Og' } }, pageId);
    expect(audience.metadataOverride).toEqual({ title: 'Own', ogTitle: 'Og', robots: [] });
    expect(audience.effectiveMetadata).toEqual({
      ...{ title: 'Own', ogTitle: 'Og', author: 'Ada', robots: ['noindex'] },
    });
    const { body } = await api
      .patch(pathOf(audience), { metadataOverride: { author: 'Bob', robots: [] } })
      .expect(200);
    expect(body.metadataOverride).toEqual({ author: 'Bob', robots: [] });
    expect(body.effectiveMetadata).toEqual({ title: 'Page', author: 'Bob', robots: [] });
    expect(await records.read(pathOf(audience))).toEqual(body);
    const { body: bare } = await api.patch(pathOf(audience), { metadataOverride: {} }).expect(200);
    expect(bare.effectiveMetadata).toEqual({ title: 'Page', author: 'Ada', robots: ['noindex'] });
  });

  it("follows the page's", async () => {
    const { pageId } = await records.page({ metadata: { title: 'Before' } });
    const audience = await records.audience({ metadataOverride: { author: 'Ada' } }, pageId);
    await api.patch(`/v0/pages/${pageId}`, { metadata: { title: 'After' } }).expect(200);
    const { effectiveMetadata } = await records.read<AudienceView>(pathOf(audience));
    expect(effectiveMetadata).toEqual({ title: 'After', author: 'Ada', robots: [] });
    await api.patch(`/v0/pages/${pageId}`, { metadata: null }).expect(200);
    expect(await records.read(pathOf(audience))).toMatchObject({
      effectiveMetadata: { author: 'Ada', robots: [] },
    });
  });
});

describe('GET /v0/pages/{page_id}/audiences', () => {
  it('answers those of the page that are not archived, or those that are, newest first', async () => {
    const { pageId } = await records.page();
    await records.audience(); // on another page
    const made: AudienceView[] = [];
    for (let number = 0; number < 7; number++) made.unshift(await records.audience({}, pageId));
    const archived: AudienceView[] = [];
    for (const audience of [made[1]!, made[4]!, made[5]!]) {
      archived.push((await api.delete(pathOf(audience)).expect(200)).body as AudienceView);
    }
    const standing = made.filter((_, index) => ![1, 4, 5].includes(index));
    const path = `/v0/pages/${pageId}/audiences`;
    for (const [query, expected] of [
      ['', standing],
      ['archived=false', standing],
      ['archived=true', archived],
    ] as const) {
      const first = await records.read<ListPage<AudienceView>>(`${path}?${query}&limit=2`);
      expect(first).toMatchObject({ hasMore: true, totalCount: expected.length });
      const rest = await records.read<ListPage<AudienceView>>(`${path}?${query}&cursor=${first.nextCursor}`);
      expect([...first.items, ...rest.items]).toEqual(expected);
      expect(rest).toMatchObject({ hasMore: false, nextCursor: null, totalCount: expected.length });
    }
    const { nextCursor } = await records.read<ListPage<AudienceView>>(`${path}?limit=1`);
    const { body } = await api.get(`${path}?archived=true&cursor=${nextCursor}`).expect(400);
    expect(body.code).toBe('invalid_cursor');
  });

  it.each(['archived=1', 'archived=', 'archived=True', 'archived=true&archived=false', 'page=2'])(
    'refuses %s',
    async (query) => {
      const { pageId } = await records.page();
      await api.get(`/v0/pages/${pageId}/audiences?${query}`).expect(400);
    },
  );
});

it('finds an audience only below its own page, and for its own tenant', async () => {
  const audience = await records.audience();
  const elsewhere = pathOf({ ...audience, pageId: (await records.page()).pageId });
  for (const [client, path] of [
    [api, elsewhere],
    [strangerApi, pathOf(audience)],
    [api, pathOf({ ...audience, audienceId: audience.pageId })],
  ] as const) {
    const answers = await Promise.all([
      client.get(path),
      client.patch(path, { customName: 'Mine' }),
      client.delete(path),
      client.post(`${path}/restore`, {}),
      client.get(`${path}/versions`),
      client.post(`${path}/versions`, {}),
      client.get(`${path}/messages`),
      client.post(`${path}/messages`, { text: 'x' }),
    ]);
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [404, 'audience_not_found']),
    );
  }
  expect(await records.read(pathOf(audience))).toEqual(audience);
});

describe('the overrides of an audience', () => {
  it('can have 256 KiB together', async () => {
    const audience = await records.audience({ supplementaryContext: 'x'.repeat(200_000) });
    const longer = { actionFormInstructionsOverride: 'x'.repeat(70_000) };
    const { body } = await api.patch(pathOf(audience), longer).expect(409);
    expect(body.code).toBe('overrides_too_large');
    await api.patch(pathOf(audience), { actionFormInstructionsOverride: 'x'.repeat(60_000) }).expect(200);
  });
});
