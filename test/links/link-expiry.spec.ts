import { jest } from '@jest/globals';
import type { PageLinkView } from '../../src/modules/links/page-links.dto.js';
import { clock } from '../../src/shared/kernel/clock.js';
import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { resultsOf, statusesOf } from '../support/api/batches.js';
import { recordedTypes } from '../support/recorded-events.js';
import { useTestService } from '../support/test-service.js';

const { service, api } = useTestService();

const LINKS = '/v0/page_links';
const TARGET = { targetType: 'audience', audienceId: exampleId('audience') };
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let made = 0;
const newPath = () => `/expiring/${++made}`;

afterEach(() => void jest.restoreAllMocks());

const at = (time: number) => void jest.spyOn(clock, 'now').mockImplementation(() => new Date(time));
const wire = (time: number) => `+${time}`;
const pathOf = ({ pageLinkId }: PageLinkView) => `${LINKS}/${pageLinkId}`;
const read = async (link: PageLinkView) => (await api.get(pathOf(link)).expect(200)).body as PageLinkView;
const change = async (link: PageLinkView, body: object) =>
  (await api.patch(pathOf(link), body).expect(200)).body as PageLinkView;
const resolved = async ({ path }: PageLinkView) =>
  (await api.get(`${LINKS}/resolve?path=${path}`).expect(200)).body as { found: boolean; reason: string };

async function create(body: object = {}): Promise<PageLinkView> {
  const answer = await api.post(LINKS, { path: newPath(), target: TARGET, ...body }).expect(201);
  return answer.body as PageLinkView;
}

async function lastAudited({ pageLinkId }: PageLinkView) {
  const { body } = await api.get(`/v0/audit_log?recordId=${pageLinkId}&limit=1`).expect(200);
  return body.items[0] as { operation: string; changedFields: string[]; values: object[] };
}

describe('the end of a link', () => {
  it('is set, moved and cleared, in either form of a time', async () => {
    const link = await create({ expiresAt: '2100-01-01T01:00:00+01:00' });
    expect(link.expiresAt).toBe('+4102444800000');
    expect(await read(link)).toEqual(link);
    expect((await create()).expiresAt).toBeNull();
    expect((await create({ expiresAt: null })).expiresAt).toBeNull();
    const later = wire(Date.now() + DAY);
    expect((await change(link, { expiresAt: later })).expiresAt).toBe(later);
    expect((await change(link, { path: newPath() })).expiresAt).toBe(later);
    const cleared = await change(link, { expiresAt: null });
    expect(cleared).toMatchObject({ expiresAt: null, url: expect.any(String) });
    expect(await read(link)).toEqual(cleared);
  });

  it('leaves an event and an audit entry with both times', async () => {
    const [first, second] = [wire(Date.now() + HOUR), wire(Date.now() + DAY)];
    const link = await create({ expiresAt: first });
    expect((await lastAudited(link)).changedFields).toContain('expiresAt');
    await change(link, { expiresAt: second });
    expect(await lastAudited(link)).toMatchObject({
      operation: 'page_link.updated',
      changedFields: ['expiresAt'],
      values: [{ field: 'expiresAt', before: first, after: second }],
    });
    expect(await recordedTypes(service, { pageLinkId: link.pageLinkId })).toEqual([
      'page_link.created',
      'page_link.updated',
    ]);
  });

  it.each([
    ['tomorrow', 'wrong_pattern'],
    ['2026-02-30T00:00:00Z', 'impossible_time'],
    // The latest time of answers, which the database can't read.
    ['+999999999999999', 'out_of_range'],
    ['9999-12-31T23:59:59Z', 'out_of_range'],
    [7, 'wrong_type'],
  ])('can not be %j', async (expiresAt, code) => {
    const link = await create();
    for (const answer of [
      await api.post(LINKS, { path: newPath(), target: TARGET, expiresAt }),
      await api.patch(pathOf(link), { expiresAt }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual([expect.objectContaining({ pointer: '/expiresAt', code })]);
    }
  });

  it('is stored up to the latest time that is allowed', async () => {
    const expiresAt = '+99999999999999';
    const link = await create({ expiresAt });
    expect((await read(link)).expiresAt).toBe(expiresAt);
    const [first] = resultsOf<PageLinkView>(
      await api
        .post(`${LINKS}/batch`, { items: [{ path: newPath(), target: TARGET, expiresAt }] })
        .expect(200),
    );
    expect((await read(first!.record!)).expiresAt).toBe(expiresAt);
  });

  it('comes to the millisecond: the link stays, and leads nowhere', async () => {
    const end = Date.now() + HOUR;
    const link = await create({ expiresAt: wire(end) });
    at(end - 1);
    expect(await read(link)).toEqual(link);
    expect(await resolved(link)).toMatchObject({ found: true, reason: null });
    at(end);
    expect(await read(link)).toEqual({ ...link, url: null });
    expect(await resolved(link)).toMatchObject({
      ...{ found: false, reason: 'link_expired', pageLinkId: link.pageLinkId, versionId: null },
    });
    const { items } = (await api.get(LINKS).expect(200)).body as { items: PageLinkView[] };
    expect(items).toContainEqual({ ...link, url: null });
  });

  it('keeps the path taken until the link is deleted', async () => {
    const link = await create({ expiresAt: wire(Date.now() - HOUR) });
    expect(link.url).toBeNull();
    const body = { path: link.path, target: TARGET };
    const { body: problem } = await api.post(LINKS, body).expect(409);
    expect(problem.errors[0]).toMatchObject({ code: 'path_taken', conflictsWith: link.pageLinkId });
    await api.delete(pathOf(link)).expect(200);
    await api.post(LINKS, body).expect(201);
  });

  it('can be moved after it has come, and stays when the link is deleted and restored', async () => {
    const past = wire(Date.now() - HOUR);
    const link = await create({ expiresAt: past });
    await api.delete(pathOf(link)).expect(200);
    const { body: restored } = await api.post(`${pathOf(link)}/restore`).expect(200);
    expect(restored).toMatchObject({ expiresAt: past, url: null, deletedAt: null });
    const longer = await change(link, { expiresAt: wire(Date.now() + DAY) });
    expect(longer.url).toMatch(link.path);
    expect(await resolved(link)).toMatchObject({ found: true });
  });

  it('is looked at by If-Match, as each field is', async () => {
    const link = await create();
    const { headers } = await api.get(pathOf(link)).expect(200);
    await change(link, { expiresAt: wire(Date.now() + DAY) });
    await api.patch(pathOf(link), { path: newPath() }).set('if-match', headers.etag!).expect(412);
  });
});

describe('the ends of links of a batch', () => {
  const batch = (items: object[], options: object = {}) => api.post(`${LINKS}/batch`, { items, ...options });

  it('are stored with new links, and faults point into the item', async () => {
    const expiresAt = wire(Date.now() + DAY);
    const item = { path: newPath(), target: TARGET, expiresAt };
    const [result] = resultsOf<PageLinkView>(await batch([item]).expect(200));
    expect(result!.record).toMatchObject({ expiresAt });
    expect(await read(result!.record!)).toEqual(result!.record);
    const { body } = await batch([item, { ...item, path: newPath(), expiresAt: 'never' }]).expect(400);
    expect(body.errors).toContainEqual(expect.objectContaining({ pointer: '/items/1/expiresAt' }));
  });

  it('are changed by `update` if an item has one, and kept otherwise', async () => {
    const [before, after] = [wire(Date.now() + HOUR), wire(Date.now() + DAY)];
    const link = await create({ expiresAt: before });
    const item = { path: link.path, target: TARGET };
    const update = async (more: object, onConflict = 'update') => {
      const answer = await batch([{ ...item, ...more }], { onConflict }).expect(200);
      expect(statusesOf(answer)).toEqual([200]);
      return resultsOf<PageLinkView>(answer)[0]!.record!;
    };
    expect(await update({})).toEqual(link);
    expect(await update({ expiresAt: after }, 'skip')).toEqual(link);
    expect(await update({ expiresAt: before })).toEqual(link);
    const types = () => recordedTypes(service, { pageLinkId: link.pageLinkId });
    expect(await types()).toEqual(['page_link.created']);
    const moved = await update({ expiresAt: after });
    expect(moved).toEqual({ ...link, expiresAt: after, updatedAt: moved.updatedAt });
    expect(await lastAudited(link)).toMatchObject({
      changedFields: ['expiresAt'],
      values: [{ field: 'expiresAt', before, after }],
    });
    const cleared = await update({ expiresAt: null });
    expect(cleared.expiresAt).toBeNull();
    expect(await read(link)).toEqual(cleared);
    expect(await types()).toHaveLength(3);
  });
});
