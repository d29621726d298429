import { jest } from '@jest/globals';
import { PageRenderer } from '../../src/modules/site/page-renderer.js';
import { SiteAnswer } from '../../src/modules/site/site-answer.js';
import { SitePages } from '../../src/modules/site/site-pages.service.js';
import { useTestService } from '../support/test-service.js';
import { SiteVisitor } from './site-visitor.js';

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
    await answers.get(`${tenantId} ${page}`, async () => ({ stamp: '1', answer, tenantId }));
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
  await openLargePages(home.id);
  await visitor.open('/home/small').expect(200);
  expect(render).toHaveBeenCalledTimes(2);
});
