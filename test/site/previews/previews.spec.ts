import { jest } from '@jest/globals';
import { Composer } from '../../../src/modules/pages/composing/composer.js';
import { BrandsApi } from '../../../src/modules/brands/index.js';
import { PageRenderer } from '../../../src/modules/site/pages/page-renderer.js';
import { clock } from '../../../src/shared/kernel/clock.js';
import { useTestService } from '../../support/test-service.js';
import { pathOf } from '../../pages/records.js';
import { until } from '../../support/until.js';
import { SiteVisitor } from '../site-visitor.js';

// Without a worker: versions wait.
const used = useTestService();
const { service, api, strangerApi } = used;
const visitor = new SiteVisitor(used);

afterEach(() => void jest.restoreAllMocks());

interface Preview {
  url: string;
  expiresAt: string;
}

/** A version that was not composed yet, with a title that nobody has been shown. */
async function waitingVersion(title: string) {
  const audience = await visitor.audience();
  await api.patch(pathOf(audience), { metadataOverride: { title } }).expect(200);
  const { versionId } = await visitor.version(audience);
  const path = `${pathOf(audience)}/versions/${versionId}`;
  return { audience, path, preview: await visitor.read<Preview>(`${path}/preview`) };
}

/** Where the site is asked for it. */
const pathIn = ({ url }: Preview) => url.slice(service.siteUrl.length);

it('a preview shows the version it is for, to whoever has the URL, and to no search engine', async () => {
  const audience = await visitor.shown('/with-preview', { metadata: { title: 'As it is' } });
  const path = `${pathOf(audience)}/versions/${audience.latestVersion.versionId}/preview`;
  const preview = await visitor.read<Preview>(path);
  const write = jest.spyOn(service.app.get(Composer, { strict: false }), 'write');
  const { text, headers } = await visitor.open(pathIn(preview)).expect(200);
  expect(write).not.toHaveBeenCalled();
  expect(text).toContain('<h1 dir="auto">As it is</h1>');
  expect(text).toContain('<meta name="robots" content="noindex"/>');
  expect(text).not.toContain('rel="canonical"');
  expect(headers).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'private, no-store' });
  // The same within an hour, so that the answer has the same ETag.
  expect(await visitor.read<Preview>(path)).toEqual(preview);
});

it('one that was not composed is composed for it, once, and not kept with the version', async () => {
  const write = jest.spyOn(service.app.get(Composer, { strict: false }), 'write');
  const { path, preview } = await waitingVersion('Not yet');
  write.mockClear();
  for (let time = 0; time < 3; time++)
    expect((await visitor.open(pathIn(preview)).expect(200)).text).toContain('<h1 dir="auto">Not yet</h1>');
  expect(write).toHaveBeenCalledTimes(1);
  expect(await visitor.read(path)).toMatchObject({ status: 'queued', publishedAt: null });
  await api.get(`${path}/content`).expect(404);
});

it('one that was composed for a person is composed anew once the person is erased', async () => {
  const { body: person } = await api.post('/v0/persons', { name: 'Philippa Quill' }).expect(201);
  const audience = await visitor.audience({ personId: person.personId });
  const { versionId } = await visitor.version(audience);
  const preview = await visitor.read<Preview>(`${pathOf(audience)}/versions/${versionId}/preview`);
  const shown = async () => (await visitor.open(pathIn(preview)).expect(200)).text;
  expect(await shown()).toContain('Philippa');
  await api.delete(`/v0/persons/${person.personId}?erase=true`).expect(200);
  await until(async () => !(await shown()).includes('Philippa'));
});

it('so many are composed for a tenant, and no more', async () => {
  const { audience } = await waitingVersion('First of many');
  const statuses: number[] = [];
  const waits = new Set<string | undefined>();
  for (let count = 0; count < 25; count++) {
    const { versionId } = await visitor.version(audience);
    const preview = await visitor.read<Preview>(`${pathOf(audience)}/versions/${versionId}/preview`);
    const { status, headers } = await visitor.open(pathIn(preview));
    statuses.push(status);
    if (status === 429) waits.add(headers['retry-after']);
  }
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  // One is allowed every six seconds.
  for (const wait of waits) expect(Number(wait)).toBeLessThanOrEqual(6);
  expect(waits).not.toContain(undefined);
});

it('one is rendered once as long as nothing changes, and checked before it is shown again', async () => {
  const render = jest.spyOn(service.app.get(PageRenderer, { strict: false }), 'renderPreview');
  const { body: brand } = await api.post('/v0/brands', { key: 'previewed', name: 'As it was' }).expect(201);
  const audience = await visitor.shown('/previewed', { brandId: 'previewed' });
  const path = await visitor.previewPath(audience);
  const show = async () => (await visitor.open(path).expect(200)).text;
  const first = await show();
  expect(first).toContain('As it was');
  expect(await Promise.all(Array.from({ length: 5 }, show))).toEqual(Array.from({ length: 5 }, () => first));
  expect(render).toHaveBeenCalledTimes(1);
  const load = jest.spyOn(service.app.get(BrandsApi, { strict: false }), 'find');
  await until(async () => (await show()) === first && load.mock.calls.length > 0);
  expect(render).toHaveBeenCalledTimes(1);
  await api.patch(`/v0/brands/${brand.brandId}`, { name: 'As it is' }).expect(200);
  await until(async () => (await show()).includes('As it is'));
  expect(render).toHaveBeenCalledTimes(2);
});

it('one that was opened is not shown any more once its page is deleted', async () => {
  const audience = await visitor.shown('/soon-deleted');
  const path = await visitor.previewPath(audience);
  await visitor.open(path).expect(200);
  await api.delete(`/v0/pages/${audience.pageId}`).expect(200);
  await until(async () => (await visitor.open(path)).status === 404);
  await visitor.open(path).expect(404);
});

it('a URL is good for an hour at least, for what it was made for, and as it was made', async () => {
  const audience = await visitor.audience();
  const path = `${pathOf(audience)}/versions/${audience.latestVersion.versionId}/preview`;
  const preview = await visitor.read<Preview>(path);
  const inPreview = pathIn(preview);
  await visitor.open(inPreview.slice(0, -2)).expect(403);
  await visitor.open(inPreview.replace('previews', 'files')).expect(403);
  const expiresMs = Number(preview.expiresAt.slice(1));
  expect(expiresMs - clock.now().getTime()).toBeGreaterThan(3_600_000);
  jest.spyOn(clock, 'now').mockReturnValue(new Date(expiresMs - 1));
  await visitor.open(inPreview).expect(200);
  jest.spyOn(clock, 'now').mockReturnValue(new Date(expiresMs));
  const { body } = await visitor.open(inPreview, { accept: 'application/json' }).expect(403);
  expect(body.code).toBe('url_expired');
});

it('a stranger is given none, and a deleted page has none', async () => {
  const audience = await visitor.audience();
  const { versionId } = await visitor.version(audience);
  const path = `${pathOf(audience)}/versions/${versionId}/preview`;
  await strangerApi.get(path).expect(404);
  const preview = await visitor.read<Preview>(path);
  await api.delete(`/v0/pages/${audience.pageId}`).expect(200);
  await visitor.open(pathIn(preview)).expect(404);
});
