import { jest } from '@jest/globals';
import { ConnectionShares } from '../../../src/shared/database/transactions/connection-shares.js';
import { useTestService } from '../../support/test-service.js';
import { until } from '../../support/until.js';
import { pathOf } from '../../pages/records.js';
import { SiteVisitor } from '../site-visitor.js';

const used = useTestService({ ROLE: 'all' });
const { service } = used;
const visitor = new SiteVisitor(used);

afterEach(() => void jest.restoreAllMocks());

/** How long it took, from the change to the first answer that shows it. */
async function timeUntilShown(
  path: string,
  isShown: (status: number, text: string) => boolean,
): Promise<number> {
  const start = performance.now();
  await until(async () => {
    const { status, text } = await visitor.open(path);
    return isShown(status, text);
  });
  return performance.now() - start;
}

/** A busy machine may take longer to answer, but not to notice. */
const WITHIN_MS = 1500;

it('what is shown follows each change within a second', async () => {
  const audience = await visitor.shown('/live', { metadata: { title: 'First' } });
  const link = await visitor.link('/moving', audience);
  const has = (title: string) => (_: number, text: string) => text.includes(`<h1 dir="auto">${title}</h1>`);
  expect(await timeUntilShown('/home/live', has('First'))).toBeLessThan(WITHIN_MS);

  // Published by a worker, some time after it was asked for.
  await visitor.api.patch(pathOf(audience), { metadataOverride: { title: 'Second' } }).expect(200);
  const second = await visitor.version(audience);
  await until(async () => (await versionStatus(audience, second.versionId)) === 'published');
  expect(await timeUntilShown('/home/live', has('Second'))).toBeLessThan(WITHIN_MS);

  const [first] = await visitor.versions(audience);
  await visitor.api.post(`${pathOf(audience)}/versions/${first!.versionId}/rollback`).expect(201);
  expect(await timeUntilShown('/home/live', has('First'))).toBeLessThan(WITHIN_MS);

  await visitor.open('/home/moving').expect(200);
  await visitor.api.patch(`/v0/page_links/${link.pageLinkId}`, { path: '/moved' }).expect(200);
  expect(await timeUntilShown('/home/moving', (status) => status === 404)).toBeLessThan(WITHIN_MS);
  await visitor.open('/home/moved').expect(200);
  await visitor.api.delete(`/v0/page_links/${link.pageLinkId}`).expect(200);
  expect(await timeUntilShown('/home/moved', (status) => status === 410)).toBeLessThan(WITHIN_MS);

  await visitor.api.delete(pathOf(audience)).expect(200);
  expect(await timeUntilShown('/home/live', (status) => status === 404)).toBeLessThan(WITHIN_MS);
  await visitor.api.post(`${pathOf(audience)}/restore`).expect(200);
  expect(await timeUntilShown('/home/live', (status) => status === 200)).toBeLessThan(WITHIN_MS);
});

async function versionStatus(audience: { pageId: string; audienceId: string }, id: string): Promise<string> {
  return (await visitor.read<{ status: string }>(`${pathOf(audience)}/versions/${id}`)).status;
}

it('those who ask for a page at the same moment have one look at the database together', async () => {
  await visitor.shown('/popular');
  const query = jest.spyOn(service.app.get(ConnectionShares), 'query');
  const visitors = 50;
  const answers = await Promise.all(Array.from({ length: visitors }, () => visitor.open('/home/popular')));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  // A look takes five statements. There is a second one where the machine needs more than half a second for all of them.
  expect(query.mock.calls.length).toBeLessThan(visitors);
});
