import { jest } from '@jest/globals';
import { CachedAnswers, type LoadedAnswer } from '../../../src/modules/site/caching/cached-answers.js';
import { CachedPageSender } from '../../../src/modules/site/index.js';
import { clock } from '../../../src/shared/kernel/clock.js';
import { useTestService } from '../../support/test-service.js';
import { until } from '../../support/until.js';
import { FormVisitor, actionOn, SUBMIT } from '../form-visitor.js';
import { JSON_CLIENT } from '../site-visitor.js';

const used = useTestService();
const { service, api } = used;
const visitor = new FormVisitor(used);
const HOUR = 3_600_000;

afterEach(() => void jest.restoreAllMocks());

const at = (time: number) => void jest.spyOn(clock, 'now').mockImplementation(() => new Date(time));
const wire = (time: number) => `+${time}`;

/** Opens the page until it is sent from memory, where no database is asked. */
async function openFromMemory(path: string): Promise<void> {
  const send = jest.spyOn(service.app.get(CachedPageSender, { strict: false }), 'send');
  await until(async () => {
    await visitor.open(path).expect(200);
    return send.mock.results.at(-1)?.value === true;
  });
  send.mockRestore();
}

describe('a link that has expired', () => {
  it('answers 410, also where the page was in memory a moment ago', async () => {
    const end = Date.now() + HOUR;
    const { pageLinkId } = await visitor.link('/offer', await visitor.audience(), { expiresAt: wire(end) });
    at(end - 1);
    await openFromMemory('/home/offer');
    at(end);
    const { text } = await visitor.open('/home/offer').expect(410);
    expect(text).toContain('noindex');
    const { body } = await visitor.open('/home/offer', JSON_CLIENT).expect(410);
    expect(body).toMatchObject({ status: 410, code: 'page_gone' });
    await api.patch(`/v0/page_links/${pageLinkId}`, { expiresAt: wire(end + HOUR) }).expect(200);
    await until(async () => (await visitor.open('/home/offer')).status === 200);
    await api.patch(`/v0/page_links/${pageLinkId}`, { expiresAt: wire(end - HOUR) }).expect(200);
    await until(async () => (await visitor.open('/home/offer')).status === 410);
  });

  it('answers 410 on a domain, and is in no sitemap', async () => {
    const domain = 'expiring.acme.example';
    const tenantDomainId = await visitor.provenDomain(domain);
    const audience = await visitor.audience();
    const robots = { tenantDomainId, expiresAt: wire(Date.now() - HOUR) };
    await visitor.link('/over', audience, robots);
    await visitor.link('/on', audience, { tenantDomainId, expiresAt: wire(Date.now() + HOUR) });
    await visitor.open('/over', { host: domain }).expect(410);
    await visitor.open('/on', { host: domain }).expect(200);
    const { text } = await visitor.open('/sitemap.xml', { host: domain }).expect(200);
    expect(text).toContain('/on</loc>');
    expect(text).not.toContain('/over');
  });

  it('takes no forms of pages that are still open', async () => {
    const end = Date.now() + HOUR;
    const audience = await visitor.audience({}, (await visitor.page({ actions: [SUBMIT] })).pageId);
    await visitor.link('/form', audience, { expiresAt: wire(end) });
    const to = actionOn((await visitor.open('/home/form').expect(200)).text);
    at(end);
    await visitor.send(to, { email: 'late@acme.example' }).expect(404);
    at(end - 1);
    await visitor.send(to, { email: 'bad' }).expect(422);
  });

  it('is a link that leads nowhere, for the check of a page that names it', async () => {
    const path = '/named';
    await visitor.link(path, await visitor.audience(), { expiresAt: wire(Date.now() - HOUR) });
    const page = await visitor.page({ body: `[Go](${service.siteUrl}/home${path})` });
    const { body } = await api.get(`/v0/pages/${page.pageId}/check`).expect(200);
    expect(body.findings).toContainEqual(expect.objectContaining({ code: 'link_leads_nowhere' }));
  });
});

it('a cached answer is not shown after its end, even if the database does not answer', async () => {
  const answers = new CachedAnswers<{ bytes: number }>(1_000_000);
  const answer = { bytes: 10 };
  const end = Date.now() + HOUR;
  const wanted = { key: 'page' };
  await answers.get(wanted, async () => ({ stamp: '1', answer, tenantId: 't', until: end }));
  const failing = () => Promise.reject<LoadedAnswer<typeof answer>>(new Error('The database is down.'));
  expect(answers.fresh(wanted)).toBe(answer);
  at(end - 1);
  expect(await answers.get(wanted, failing)).toBe(answer);
  at(end);
  expect(answers.fresh(wanted)).toBeUndefined();
  await expect(answers.get(wanted, failing)).rejects.toThrow('The database is down.');
});
