import { linkPathOf } from '../../src/modules/links/entities/link-path.js';
import { randomBytes } from 'node:crypto';
import type { PageLinkView } from '../../src/modules/links/page-links.dto.js';
import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { AT_ONCE, atOnce, MANY_CONNECTIONS } from '../support/api/at-once.js';
import { useTestService } from '../support/test-service.js';

const LIST = '/v0/page_links';
const TARGET = { targetType: 'audience', audienceId: exampleId('audience') };

const { service, api, strangerApi } = useTestService(MANY_CONNECTIONS);
const create = (path: string, more: object = {}) => api.post(LIST, { path, target: TARGET, ...more });
const ONE_OF_ALL = [...Array<string>(AT_ONCE - 1).fill('path_taken'), 'won'];

/** Characters of three bytes each that no compression makes shorter. */
function longText(characters: number): string {
  const codes = randomBytes(characters * 2);
  return Array.from({ length: characters }, (_, at) =>
    String.fromCodePoint(0x4e00 + (codes.readUInt16LE(at * 2) % 0x4000)),
  ).join('');
}

describe('the path of a link', () => {
  it('is one, however it is written', async () => {
    await create('/prices/über uns').expect(201);
    for (const same of ['prices/über%20uns', '//prices/./%C3%BCber%20uns/', '/x/../prices/u\u0308ber uns'])
      expect((await create(same).expect(409)).body.code).toBe('path_taken');
    await create('/Prices/über uns').expect(201);
  });

  it('can have 2,048 characters of any kind, counted as it is kept', async () => {
    const longest = `/${longText(2047)}`;
    expect((await create(longest).expect(201)).body.path).toBe(longest);
    expect((await create(longest).expect(409)).body.code).toBe('path_taken');
    await create(`//${encodeURIComponent(longest.slice(1))}/`).expect(409);
    const { body } = await create(`${longest}x`).expect(400);
    expect(body.errors).toMatchObject([{ pointer: '/path', code: 'too_long' }]);
    const { body: other } = await create(`/${longText(2047)}`).expect(201);
    await api.patch(`${LIST}/${other.pageLinkId}`, { path: `/${'<'.repeat(683)}` }).expect(400);
    await api.patch(`${LIST}/${other.pageLinkId}`, { path: `/${'<'.repeat(682)}` }).expect(200);
  });

  it('is none that the site answers itself', async () => {
    for (const path of [
      '/_foyer',
      '_foyer/t.js',
      '/%5Ffoyer/x',
      '/robots.txt',
      '/sitemap.xml',
      '/x/../_foyer/y',
    ]) {
      const { body } = await create(path).expect(400);
      expect(body.errors).toMatchObject([{ pointer: '/path', code: 'reserved_path' }]);
    }
    for (const path of ['/_foyers', '/x/_foyer', '/robots.txt.old']) await create(path).expect(201);
  });

  it('is free on every other domain, and for every other tenant', async () => {
    await create('/shared').expect(201);
    await create('/shared', { tenantDomainId: exampleId('domain') }).expect(201);
    await create('/shared', { tenantDomainId: exampleId('domain') }).expect(409);
    const theirs = strangerApi;
    const page = { name: 'P', pageContext: 'C', pageType: 'inbound', brandId: 'b' };
    const parts = { actions: [], actionCardWidgets: [], footerLinks: [], scripts: [] };
    const { body: made } = await theirs.post('/v0/pages', { ...page, ...parts }).expect(201);
    const { body: audience } = await theirs.post(`/v0/pages/${made.pageId}/audiences`, {}).expect(201);
    const target = { targetType: 'audience', audienceId: audience.audienceId };
    await theirs.post(LIST, { path: '/shared', target }).expect(201);
    await theirs.post(LIST, { path: '/shared', target }).expect(409);
  });

  it('can not be taken over by a change of path or domain', async () => {
    const { body: link } = await create('/here').expect(201);
    await create('/there').expect(201);
    await create('/here', { tenantDomainId: exampleId('domain') }).expect(201);
    const at = `${LIST}/${link.pageLinkId}`;
    expect((await api.patch(at, { path: '/there' }).expect(409)).body.code).toBe('path_taken');
    const move = { tenantDomainId: exampleId('domain') };
    expect((await api.patch(at, move).expect(409)).body.code).toBe('path_taken');
    expect((await api.get(at)).body).toEqual(link);
  });
});

describe('parallel requests', () => {
  it.each([null, exampleId('domain')])('make one link at a path on the domain %s', async (tenantDomainId) => {
    const answers = await atOnce(service, () => create('/raced', { tenantDomainId }));
    expect(answers.map(({ status, body }) => (status === 201 ? 'won' : body.code)).sort()).toEqual(
      ONE_OF_ALL,
    );
  });

  it('move one link to a path', async () => {
    const made = await atOnce(service, (index) => create(`/runner/${index}`).expect(201));
    const answers = await atOnce(service, (index) =>
      api.patch(`${LIST}/${made[index]!.body.pageLinkId}`, { path: '/finish' }),
    );
    expect(answers.map(({ status, body }) => (status === 200 ? 'won' : body.code)).sort()).toEqual(
      ONE_OF_ALL,
    );
  });

  it('restore one link to a path', async () => {
    const deleted: string[] = [];
    for (let index = 0; index < AT_ONCE; index++) {
      const at = `${LIST}/${((await create('/revived').expect(201)).body as PageLinkView).pageLinkId}`;
      await api.delete(at).expect(200);
      deleted.push(at);
    }
    const answers = await atOnce(service, (index) => api.post(`${deleted[index]}/restore`, {}));
    expect(answers.map(({ status, body }) => (status === 200 ? 'won' : body.code)).sort()).toEqual(
      ONE_OF_ALL,
    );
  });

  it('of every kind on one link never fail on our side', async () => {
    const { body: link } = await create('/fought-over').expect(201);
    const at = `${LIST}/${link.pageLinkId}`;
    const kinds = [
      () => api.patch(at, { path: '/fought-over/2' }),
      () => api.delete(at),
      () => api.post(`${at}/restore`, {}),
      () => create('/fought-over'),
      () => api.get(at),
      () => api.patch(at, { tenantDomainId: exampleId('domain') }),
    ];
    const answers = await atOnce(service, (index) => kinds[index % kinds.length]!());
    expect(answers.filter(({ status }) => ![200, 201, 409].includes(status))).toEqual([]);
  });
});

it('a path that is far too long is refused before anything is composed of it', async () => {
  const path = `/a${'\u0301\u0323'.repeat(60_000)}`;
  const begin = performance.now();
  expect(linkPathOf(path)).toBeUndefined();
  // Composing it would take ten seconds; this is no measure of speed.
  expect(performance.now() - begin).toBeLessThan(5_000);
});
