import type { PageLinkView } from '../../src/modules/links/page-links.dto.js';
import { exampleId, TO_DELETE } from '../../src/shared/kernel/example-ids.js';
import type { ListPage } from '../../src/shared/answers/list-page.js';
import { useTestService } from '../support/test-service.js';
import { walk } from '../support/api/walk.js';
import { unknownId } from '../support/api/wire-values.js';

const LIST = '/v0/page_links';

const { api } = useTestService();
let other: string;
const made: PageLinkView[] = [];

beforeAll(async () => {
  const { body } = await api.post(`/v0/pages/${exampleId('page')}/audiences`, {}).expect(201);
  other = body.audienceId as string;
  for (const sample of [exampleId('link'), exampleId('link', TO_DELETE)])
    made.unshift((await api.get(`${LIST}/${sample}`)).body as PageLinkView);
  for (let index = 0; index < 24; index++) {
    const audienceId = index % 2 ? other : exampleId('audience');
    const tenantDomainId = index % 3 ? null : exampleId('domain');
    const link = { path: `/${index}`, target: { targetType: 'audience', audienceId }, tenantDomainId };
    made.unshift((await api.post(LIST, link).expect(201)).body as PageLinkView);
  }
});

async function page(query: string): Promise<ListPage<PageLinkView>> {
  return (await api.get(`${LIST}?${query}`).expect(200)).body as ListPage<PageLinkView>;
}

async function all(query: string): Promise<PageLinkView[]> {
  const pages = await walk<PageLinkView>(api, `${LIST}?limit=5&${query}`);
  return pages.flatMap(({ items }) => items);
}

describe('GET /v0/page_links', () => {
  it('answers all links, newest first', async () => {
    expect(await all('')).toEqual(made);
    expect(await page('')).toMatchObject({ hasMore: true, totalCount: made.length });
  });

  it('can be limited to a domain, to an audience, and to both', async () => {
    const onDomain = made.filter((link) => link.tenantDomainId === exampleId('domain'));
    const toOther = made.filter((link) => link.target.audienceId === other);
    const both = onDomain.filter((link) => toOther.includes(link));
    expect([onDomain.length, toOther.length, both.length]).toEqual([8, 12, 4]);
    expect(await all(`tenantDomainId=${exampleId('domain')}`)).toEqual(onDomain);
    expect(await all(`audienceId=${other}`)).toEqual(toOther);
    expect(await all(`audienceId=${other}&tenantDomainId=${exampleId('domain')}`)).toEqual(both);
    expect((await page(`audienceId=${other}`)).totalCount).toBe(12);
  });

  it.each([
    `tenantDomainId=${unknownId('domain')}`,
    'tenantDomainId=x',
    'tenantDomainId=',
    `audienceId=${unknownId('audience')}`,
    'audienceId=',
  ])('is empty for %s', async (query) => {
    expect(await page(query)).toEqual({ items: [], hasMore: false, nextCursor: null, totalCount: 0 });
  });

  it('takes a cursor only with the filter it was made for', async () => {
    const { nextCursor } = await page(`limit=2&audienceId=${other}`);
    expect((await api.get(`${LIST}?cursor=${nextCursor}`).expect(400)).body.code).toBe('invalid_cursor');
  });

  it.each(['limit=0', 'domain=x', 'audienceId=a&audienceId=b'])('refuses %s', async (query) => {
    await api.get(`${LIST}?${query}`).expect(400);
  });
});
