import type { PageView } from '../../src/modules/pages/dto/pages.dto.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import type { ListPage } from '../../src/shared/answers/list-page.js';
import { recordedEvents } from '../support/recorded-events.js';
import { useTestService } from '../support/test-service.js';
import { WIRE_TIME } from '../support/api/wire-values.js';
import { action, pathOf, Records } from './records.js';

const { service, api } = useTestService();
const records = new Records(api);
const read = (pageId: string) => records.read<PageView>(`/v0/pages/${pageId}`);
const archive = (pageId: string) => api.post(`/v0/pages/${pageId}/archive`, {});
const restore = (pageId: string) => api.post(`/v0/pages/${pageId}/restore`, {});
const listed = async (pageId: string) =>
  (await records.read<ListPage<PageView>>('/v0/pages?limit=100')).items.some(
    (page) => page.pageId === pageId,
  );

describe('PATCH /v0/pages/{page_id}', () => {
  const FULL = {
    actions: [action('a'), action('b')],
    headerActionId: 'a',
    metadata: { title: 'Title', author: 'Ada' },
    footerLinks: [{ id: 'f', title: 'F', links: [] }],
  };

  it.each([
    [{ name: 'x' }, { name: 'x', title: 'Title' }],
    [{ pageContext: 'y' }, { pageContext: 'y' }],
    [{ pageType: 'custom' }, { pageType: 'custom' }],
    [{ brandId: '' }, { brandId: '' }],
    [{ metadata: { author: 'Bob' } }, { metadata: { author: 'Bob', robots: [] }, title: 'Plain' }],
    [{ footerLinks: [] }, { footerLinks: [] }],
    [{ headerActionId: 'b' }, { headerActionId: 'b' }],
    [{ scripts: [] }, { scripts: [] }],
    [{ actions: [action('a')] }, { actions: [{ ...action('a'), actionIndex: 0 }] }],
    [{}, {}],
  ])('with %j changes that and leaves the rest', async (change, changed) => {
    const page = await records.page(FULL);
    const { body } = await api.patch(`/v0/pages/${page.pageId}`, change).expect(200);
    expect(body).toEqual({ ...page, ...changed, updatedAt: expect.stringMatching(WIRE_TIME) });
    expect(Number(body.updatedAt)).toBeGreaterThanOrEqual(Number(page.updatedAt));
    expect(await read(page.pageId)).toEqual(body);
  });

  it('clears what is null', async () => {
    const { pageId } = await records.page(FULL);
    const { body } = await api
      .patch(`/v0/pages/${pageId}`, { headerActionId: null, metadata: null })
      .expect(200);
    expect(body).not.toHaveProperty('headerActionId');
    expect(body).not.toHaveProperty('metadata');
    expect(body.title).toBe('Plain');
    expect(await read(pageId)).toEqual(body);
  });

  it.each([
    [{ name: null }, '/name', 'wrong_type'],
    [{ name: '' }, '/name', 'too_short'],
    [{ pageContext: '' }, '/pageContext', 'too_short'],
    [{ pageType: null }, '/pageType', 'wrong_type'],
    [{ brandId: null }, '/brandId', 'wrong_type'],
    [{ actions: null }, '/actions', 'wrong_type'],
    [{ scripts: null }, '/scripts', 'wrong_type'],
    [{ footerLinks: null }, '/footerLinks', 'wrong_type'],
    [{ actionCardWidgets: null }, '/actionCardWidgets', 'wrong_type'],
    [{ status: 'published' }, '/status', 'unknown_property'],
    [{ deletedAt: null }, '/deletedAt', 'unknown_property'],
    [{ metadata: { ogImageUrl: 'x' } }, '/metadata/ogImageUrl', 'unknown_property'],
    [{ headerActionId: 'c' }, '/headerActionId', 'unknown_action'],
    [{ actions: [action('b')] }, '/actions', 'unknown_action'],
    [{ actions: [action('a'), action('a')] }, '/actions/1/actionId', 'duplicate'],
  ])('refuses %j and changes nothing', async (change, pointer, code) => {
    const page = await records.page(FULL);
    const { body } = await api.patch(`/v0/pages/${page.pageId}`, { brandId: 'new', ...change }).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ pointer, code })]);
    expect(await read(page.pageId)).toEqual(page);
  });

  it('honours If-Match', async () => {
    const { pageId } = await records.page();
    const { headers } = await api.get(`/v0/pages/${pageId}`);
    const change = (name: string) =>
      api.patch(`/v0/pages/${pageId}`, { name }).set('if-match', headers.etag!);
    await change('First').expect(200);
    await change('Second').expect(412);
    expect((await read(pageId)).name).toBe('First');
  });
});

describe('archiving a page', () => {
  it('is undone by restoring it, to what it was', async () => {
    const draft = await records.page();
    const live = await records.page();
    await records.audience({}, live.pageId);
    for (const { pageId, status } of [draft, await read(live.pageId)]) {
      const { body: archived } = await archive(pageId).expect(200);
      expect(archived).toMatchObject({ status: 'archived', archivedAt: archived.updatedAt });
      expect(await read(pageId)).toEqual(archived);
      const { body: restored } = await restore(pageId).expect(200);
      expect(restored).toMatchObject({ status, archivedAt: null, deletedAt: null });
      expect(await read(pageId)).toEqual(restored);
    }
    expect((await read(live.pageId)).status).toBe('published');
  });

  it('keeps audiences from being made, but not the page from being changed', async () => {
    const { pageId } = await records.page();
    await archive(pageId).expect(200);
    const { body } = await api.post(`/v0/pages/${pageId}/audiences`, {}).expect(409);
    expect(body.code).toBe('page_archived');
    const changed = await api.patch(`/v0/pages/${pageId}`, { name: 'Renamed' }).expect(200);
    expect(changed.body).toMatchObject({ name: 'Renamed', status: 'archived', audiencesCount: 0 });
  });

  it.each(['archive', 'restore', 'delete'] as const)('can be repeated, as %s can', async (name) => {
    const { pageId } = await records.page();
    if (name === 'restore') await archive(pageId).expect(200);
    const act = () =>
      name === 'delete' ? api.delete(`/v0/pages/${pageId}`) : { archive, restore }[name](pageId);
    const { body: first } = await act().expect(200);
    const events = await recordedEvents(service, { pageId });
    const { body: second } = await act().expect(200);
    expect(second).toEqual(first);
    expect(await read(pageId)).toEqual(first);
    expect(await recordedEvents(service, { pageId })).toEqual(events);
  });
});

describe('a deleted page', () => {
  it('is gone from lists, and still read by its id', async () => {
    const { pageId } = await records.page();
    expect(await listed(pageId)).toBe(true);
    const { body } = await api.delete(`/v0/pages/${pageId}`).expect(200);
    expect(body).toMatchObject({ status: 'draft', deletedAt: body.updatedAt, archivedAt: null });
    expect(await listed(pageId)).toBe(false);
    expect(await read(pageId)).toEqual(body);
    const { body: restored } = await restore(pageId).expect(200);
    expect(restored).toMatchObject({ status: 'draft', deletedAt: null });
    expect(await listed(pageId)).toBe(true);
  });

  it('takes its audiences out of sight, and brings them back', async () => {
    const audience = await records.audience();
    const version = await records.version(audience);
    const page = `/v0/pages/${audience.pageId}`;
    const versions = `${pathOf(audience)}/versions`;
    await api.delete(page).expect(200);
    const statuses = await Promise.all([
      api.get(`${page}/audiences`),
      api.post(`${page}/audiences`, {}),
      api.get(pathOf(audience)),
      api.patch(pathOf(audience), { customName: 'x' }),
      api.delete(pathOf(audience)),
      api.post(`${pathOf(audience)}/restore`, {}),
      api.get(versions),
      api.post(versions, {}),
      api.get(`${versions}/${version.versionId}`),
      api.post(`${versions}/${version.versionId}/cancel`, {}),
      api.post(`${versions}/${version.versionId}/publish`, {}),
      api.get(`${versions}/${audience.latestVersion.versionId}/content`),
      api.get(`${pathOf(audience)}/messages`),
      api.post(`${pathOf(audience)}/messages`, { text: 'x' }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual(statuses.map(() => 404));
    await restore(audience.pageId).expect(200);
    expect(await records.read(pathOf(audience))).toMatchObject({ latestVersion: version, customName: null });
  });

  it('is not changed or archived', async () => {
    const { pageId } = await records.page();
    await api.delete(`/v0/pages/${pageId}`).expect(200);
    for (const answer of [await api.patch(`/v0/pages/${pageId}`, { name: 'x' }), await archive(pageId)]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'page_deleted']);
    }
  });

  it('that was archived comes back from both at once', async () => {
    const { pageId } = await records.page();
    await archive(pageId).expect(200);
    const { body } = await api.delete(`/v0/pages/${pageId}`).expect(200);
    expect(body).toMatchObject({ status: 'archived', archivedAt: expect.any(String) });
    const { body: restored } = await restore(pageId).expect(200);
    expect(restored).toMatchObject({ status: 'draft', archivedAt: null, deletedAt: null });
  });
});

it('counts the audiences of a page that are not archived', async () => {
  const { pageId } = await records.page();
  const first = await records.audience({}, pageId);
  await records.audience({}, pageId);
  expect(await read(pageId)).toMatchObject({ audiencesCount: 2, status: 'published' });
  await api.delete(pathOf(first)).expect(200);
  expect((await read(pageId)).audiencesCount).toBe(1);
  const { body } = await api.patch(`/v0/pages/${pageId}`, {}).expect(200);
  expect(body.audiencesCount).toBe(1);
  const { items } = await records.read<ListPage<PageView>>('/v0/pages?limit=1');
  expect(items[0]).toMatchObject({ pageId, audiencesCount: 1 });
  await api.post(`${pathOf(first)}/restore`, {}).expect(200);
  expect((await read(pageId)).audiencesCount).toBe(2);
});

it('keeps pages from strangers', async () => {
  const { pageId } = await records.page();
  const { api: strange } = service.stranger;
  const path = `/v0/pages/${pageId}`;
  const answers = await Promise.all([
    strange.get(path),
    strange.patch(path, { name: 'Mine' }),
    strange.delete(path),
    strange.post(`${path}/archive`, {}),
    strange.post(`${path}/restore`, {}),
    strange.get(`${path}/audiences`),
    strange.post(`${path}/audiences`, {}),
  ]);
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
    answers.map(() => [404, 'page_not_found']),
  );
});

it('all audiences of a page are counted, however many there are', async () => {
  const { pageId } = await records.page();
  await service.pool.query(
    `insert into audience (tenant_id, id, page_id, number, versions_made, places_given, created_at, updated_at)
     select $1, gen_random_uuid(), $2, n, 1, 1, now(), now() from generate_series(1, 1234) n`,
    [service.home.id, uuidOf('page', pageId)],
  );
  expect((await read(pageId)).audiencesCount).toBe(1234);
});
