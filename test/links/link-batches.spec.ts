import type { PageLinkView } from '../../src/modules/links/page-links.dto.js';
import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import { Records } from '../pages/records.js';
import { apiClient } from '../support/api/api-client.js';
import { resultsOf, statusesOf } from '../support/api/batches.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { recordedTypes } from '../support/recorded-events.js';
import { useTestService } from '../support/test-service.js';

const { service, api, strangerApi } = useTestService();
const records = new Records(api);

let count = 0;
const newPath = () => `/batched/${++count}`;
const SAMPLE = exampleId('audience');
const targeting = (audienceId: string) => ({ targetType: 'audience', audienceId });
const item = (path = newPath(), audienceId = SAMPLE) => ({ path, target: targeting(audienceId) });
const batch = (items: object[], options: object = {}) =>
  api.post('/v0/page_links/batch', { items, ...options });
const created = async (body: object = item()) =>
  (await api.post('/v0/page_links', body).expect(201)).body as PageLinkView;
const read = async ({ pageLinkId }: PageLinkView) =>
  (await api.get(`/v0/page_links/${pageLinkId}`).expect(200)).body as PageLinkView;
const typesOf = ({ pageLinkId }: PageLinkView) => recordedTypes(service, { pageLinkId });

describe('POST /v0/page_links/batch', () => {
  it('makes links on any domain, each with its event', async () => {
    const { tenantDomainId } = (
      await api.post('/v0/tenant_domains', { domain: 'batched.example' }).expect(201)
    ).body as { tenantDomainId: string };
    const path = newPath();
    const items = [item(`${path}/`), { ...item(path), tenantDomainId }];
    const answer = await batch(items).expect(200);
    expect(statusesOf(answer)).toEqual([201, 201]);
    const links = resultsOf<PageLinkView>(answer).map(({ record }) => record!);
    expect(links).toMatchObject([
      { path, tenantDomainId: null },
      { path, tenantDomainId, url: null },
    ]);
    for (const link of links) {
      expect(await read(link)).toEqual(link);
      expect(await typesOf(link)).toEqual(['page_link.created']);
    }
    expect(statusesOf(await batch(items, { mode: 'each' }).expect(200))).toEqual([409, 409]);
    const resolved = await api.get(`/v0/page_links/resolve?path=${encodeURIComponent(path)}`).expect(200);
    expect(resolved.body).toMatchObject({ pageLinkId: links[0]!.pageLinkId });
  });

  it('refuses paths that have a link, also that of an earlier item', async () => {
    const link = await created();
    const path = newPath();
    const items = [item(path), item(link.path), item(path)];
    const { body } = await batch(items).expect(409);
    expect(body.errors).toMatchObject([
      { pointer: '/items/1/path', code: 'path_taken', conflictsWith: link.pageLinkId },
      { pointer: '/items/2/path', code: 'path_taken' },
    ]);
    expect(body.errors[1]).not.toHaveProperty('conflictsWith');
    const results = resultsOf<PageLinkView>(await batch(items, { mode: 'each' }).expect(200));
    expect(results.map(({ status }) => status)).toEqual([201, 409, 409]);
    const { pageLinkId } = results[0]!.record!;
    expect(results[2]!.problem!.errors).toMatchObject([{ conflictsWith: pageLinkId }]);
  });

  it('returns links unchanged with `skip`, and gives them another target with `update`', async () => {
    const [link, same] = [await created(), await created()];
    const { audienceId } = await records.audience();
    const items = [item(link.path, audienceId), item(same.path)];
    expect(
      resultsOf(await batch(items, { onConflict: 'skip' }).expect(200)).map(({ record }) => record),
    ).toEqual([link, same]);
    const answer = await batch([...items, item(link.path)], { onConflict: 'update' }).expect(200);
    expect(statusesOf(answer)).toEqual([200, 200, 200]);
    const [first, second, third] = resultsOf<PageLinkView>(answer).map(({ record }) => record!);
    expect(first!.target).toEqual(targeting(audienceId));
    expect(second).toEqual(same);
    expect(await read(link)).toEqual(third);
    expect(third!.target).toEqual(targeting(SAMPLE));
    expect(await typesOf(link)).toEqual(['page_link.created', 'page_link.updated', 'page_link.updated']);
    expect(await typesOf(same)).toEqual(['page_link.created']);
  });

  it('shows no link to a key that may not read', async () => {
    const writer = apiClient(service.url, await service.keyWith(['links:write']));
    const link = await created();
    const body = { items: [item(), item(link.path)], onConflict: 'update', mode: 'each' };
    const answer = await writer.post('/v0/page_links/batch', body).expect(200);
    expect(statusesOf(answer)).toEqual([201, 403]);
  });

  it('refuses unknown audiences and domains', async () => {
    const theirs = (await strangerApi.post('/v0/tenant_domains', { domain: 'theirs.example' }).expect(201))
      .body as { tenantDomainId: string };
    const items = [
      item(),
      item(newPath(), exampleId('audience', 9)),
      item(newPath(), exampleId('page')),
      { ...item(), tenantDomainId: theirs.tenantDomainId },
    ];
    const { body } = await batch(items).expect(422);
    expect(body.errors).toMatchObject([
      { pointer: '/items/1/target/audienceId', code: 'audience_not_found' },
      { pointer: '/items/2/target/audienceId', code: 'audience_not_found' },
      { pointer: '/items/3/tenantDomainId', code: 'domain_not_found' },
    ]);
    const answer = await batch(items, { mode: 'each' }).expect(200);
    expect(statusesOf(answer)).toEqual([201, 422, 422, 422]);
  });

  it('waits for another batch with the same links in opposite order', async () => {
    const links = [await created(), await created(), await created()];
    const { audienceId } = await records.audience();
    const items = [...links.map(({ path }) => item(path, audienceId)), item(), item()];
    const held = await HeldTransaction.begin(service, 'select from page_link where id = $1 for update', [
      uuidOf('link', links[1]!.pageLinkId),
    ]);
    const first = await held.holdsUp(batch(items, { onConflict: 'update' }));
    const second = await held.holdsUp(batch(items.toReversed(), { onConflict: 'update' }), 2);
    await held.commit();
    expect(statusesOf(await first.result)).toEqual([200, 200, 200, 201, 201]);
    expect(statusesOf(await second.result)).toEqual([200, 200, 200, 200, 200]);
  });

  it('waits for a path that another process takes, and treats it as taken', async () => {
    const path = newPath();
    const held = await HeldTransaction.begin(
      service,
      `insert into page_link (tenant_id, id, path, path_hash, audience_id, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, sha256($2::text::bytea), $3, now(), now())`,
      [service.home.id, path, uuidOf('audience', SAMPLE)],
    );
    const answer = await held.commitAheadOf(batch([item(), item(path)], { mode: 'each' }).expect(200));
    expect(statusesOf(answer)).toEqual([201, 409]);
  });
});
