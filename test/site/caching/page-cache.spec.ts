import { jest } from '@jest/globals';
import type { LoadedAnswer } from '../../../src/modules/site/caching/cached-answers.js';
import { PageRenderer } from '../../../src/modules/site/pages/page-renderer.js';
import { SiteAnswer } from '../../../src/modules/site/pages/site-answer.js';
import { SitePages } from '../../../src/modules/site/pages/site-pages.service.js';
import { useTestService } from '../../support/test-service.js';
import { until } from '../../support/until.js';
import { SiteVisitor } from '../site-visitor.js';

const used = useTestService();
const { service } = used;
const visitor = new SiteVisitor(used);

afterEach(() => {
  jest.restoreAllMocks();
});

/** As if visitors opened this many large pages of the tenant: together, they are larger than the cache. */
async function openLargePages(tenantId: string): Promise<void> {
  const answers = service.app.get(SitePages, { strict: false })['answers'];
  const html = 'x'.repeat(1024 * 1024);
  for (let page = 0; page < 40; page++) {
    const answer = new SiteAnswer({ status: 200, html, policy: '' });
    await answers.get({ key: `${tenantId} ${page}` }, async () => ({ stamp: '1', answer, tenantId }));
  }
}

const rendered = () => jest.spyOn(service.app.get(PageRenderer, { strict: false }), 'render');

it('the large pages of one tenant do not displace the pages of another, only its own', async () => {
  const { home, stranger } = service;
  const render = rendered();
  await visitor.shown('/small');
  await visitor.open('/home/small').expect(200);
  expect(render).toHaveBeenCalledTimes(1);
  await openLargePages(stranger.id);
  await visitor.open('/home/small').expect(200);
  expect(render).toHaveBeenCalledTimes(1);
  // On a busy machine, a check outlasts its response. At its end, the page would be back.
  const answers = service.app.get(SitePages, { strict: false })['answers'];
  await until(() => answers['checks'].size === 0);
  await openLargePages(home.id);
  await visitor.open('/home/small').expect(200);
  expect(render).toHaveBeenCalledTimes(2);
});

it('while the database is down, visitors of another language share one check, and are shown the page as it is', async () => {
  const answers = service.app.get(SitePages, { strict: false })['answers'];
  const key = 'without a language';
  const tenantId = service.home.id;
  const page = (variant: 'en' | 'de') => new SiteAnswer({ status: 200, html: variant, policy: '', variant });
  const [english, german] = [page('en'), page('de')];
  await answers.get({ key, variant: 'en' }, async () => ({ stamp: '1', answer: english, tenantId }));
  const wanted = { key, variant: 'de' };
  const failing = jest.fn(() => Promise.reject<LoadedAnswer<SiteAnswer>>(new Error('The database is down.')));
  const shown = await Promise.all(Array.from({ length: 5 }, () => answers.get(wanted, failing)));
  expect(new Set(shown)).toEqual(new Set([english]));
  expect(failing).toHaveBeenCalledTimes(1);
  // Nobody waits for the next check, but it ends the emergency.
  const next = Promise.withResolvers<LoadedAnswer<SiteAnswer>>();
  expect(await answers.get(wanted, () => next.promise)).toBe(english);
  next.resolve({ stamp: '1', answer: german, tenantId });
  await until(async () => (await answers.get(wanted, () => next.promise)) === german);
});
