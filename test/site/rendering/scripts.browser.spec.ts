import type { Page } from 'playwright-core';
import { made } from '../../assets/support.js';
import { inBrowser } from '../../support/browser.js';
import { useTestService } from '../../support/test-service.js';
import { until } from '../../support/until.js';
import { DOMAIN, SiteVisitor } from '../site-visitor.js';

const used = useTestService({ SITE_SCRIPTS: 'all' });
const { service, api, strangerApi } = used;
const owner = new SiteVisitor(used);
const other = new SiteVisitor({ ...used, api: strangerApi });

const scriptOf = (content: string) => [{ name: 'own', description: '', enabled: true, content }];

/** Of text, which is the kind of file that can have any content. */
async function filePath(): Promise<string> {
  const content = Buffer.from('addEventListener("fetch", () => {})');
  const fields = { type: 'custom-component' };
  const { assetId } = await made(service, { content, fields });
  const image = { altText: '', url: '', fileId: '', assetId };
  await owner.shown('/file', { actionCardWidgets: [{ type: 'x', title: '', url: '', logos: [{ image }] }] });
  const { text } = await owner.open('/home/file');
  return /\/_foyer\/files\/[\w-]+/.exec(text)![0];
}

let file: string;
beforeAll(async () => {
  file = await filePath();
});

const registered = (page: Page, url: string) =>
  page.evaluate(async (script) => {
    const { serviceWorker } = navigator as unknown as Workers;
    const way = await serviceWorker.register(script).then(
      () => 'registered',
      (error: Error) => error.name,
    );
    return [way, (await serviceWorker.getRegistrations()).length];
  }, url);

interface Workers {
  serviceWorker: { register(url: string): Promise<unknown>; getRegistrations(): Promise<unknown[]> };
}

describe('the script of a service worker', () => {
  it.each(['/_foyer/t.js', '/robots.txt', '/home/none', '/_foyer/health', '/_foyer/none'])(
    'is not %s',
    async (path) => {
      await owner.open(path, { 'service-worker': 'script' }).expect(404);
    },
  );

  it('is not a page, not even one in memory', async () => {
    await owner.shown('/memory');
    for (let times = 0; times < 2; times++) await owner.open('/home/memory').expect(200);
    await owner.open('/home/memory', { 'service-worker': 'script' }).expect(404);
  });

  it('is not a file', async () => {
    await owner.open(file, { 'service-worker': 'script' }).expect(404);
  });
});

inBrowser('a script of a page', (newPage) => {
  it.each([false, true])(
    'starts no worker that outlives the page (without the policy: %s)',
    async (bypassCSP) => {
      const path = `/worker-${bypassCSP}`;
      await owner.shown(path);
      const { page } = await newPage({ bypassCSP });
      await page.goto(`${service.siteUrl}/home${path}`);
      for (const url of ['/_foyer/t.js', `/home${path}`, '/robots.txt', file]) {
        expect(await registered(page, url)).toEqual([bypassCSP ? 'TypeError' : 'SecurityError', 0]);
      }
      for (const url of ['data:text/javascript,1', `blob:${service.siteUrl}/x`]) {
        expect([url, (await registered(page, url))[1]]).toEqual([url, 0]);
      }
    },
  );

  it('starts no worker at all', async () => {
    await owner.shown('/dedicated');
    const { page } = await newPage();
    await page.goto(`${service.siteUrl}/home/dedicated`);
    const violated = await page.evaluate<string>(`new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', (event) => resolve(event.violatedDirective));
      new Worker('/_foyer/t.js');
    })`);
    expect(violated).toBe('worker-src');
  });

  it('does not reach the API, and its cookies are no key there', async () => {
    const answers = `['/health/live', '/docs', '/v0/pages'].map((path) =>
      fetch('${service.url}' + path, { headers: { 'x-api-key': '${service.home.key}' } }).then(() => 'answer', () => 'none'))`;
    await owner.shown('/api', {
      scripts: scriptOf(
        `document.cookie = 'x-api-key=${service.home.key};path=/'; window.tried = Promise.all(${answers})`,
      ),
    });
    const { page } = await newPage();
    await page.goto(`${service.siteUrl}/home/api`);
    expect(await page.evaluate('tried')).toEqual(['none', 'none', 'none']);
    const answer = await page.goto(`${service.url}/v0/pages`);
    expect(await answer!.request().headerValue('cookie')).toContain('x-api-key=');
    expect(answer!.status()).toBe(401);
  });

  it('leaves nothing that acts on the pages of the next owner of its domain', async () => {
    const script = `window.ran = 'home'; localStorage.left = '<script>ran=1</script>'; document.cookie = 'left=1;path=/';
      sessionStorage.left = 1; indexedDB.open('left')`;
    const tenantDomainId = await owner.provenDomain();
    const before = await owner.page({ metadata: { title: 'Before' }, scripts: scriptOf(script) });
    const link = await owner.link('/same', await owner.audience({}, before.pageId), { tenantDomainId });
    const { page, troubles } = await newPage();
    const url = `http://${DOMAIN}:${new URL(service.siteUrl).port}/same`;
    await page.goto(url);
    expect([await page.title(), await page.evaluate('ran')]).toEqual(['Before', 'home']);

    await api.delete(`/v0/page_links/${link.pageLinkId}`).expect(200);
    await api.delete(`/v0/tenant_domains/${tenantDomainId}`).expect(200);
    const after = await other.page({ metadata: { title: 'After' } });
    const place = { tenantDomainId: await other.provenDomain() };
    await other.link('/same', await other.audience({}, after.pageId), place);
    await until(async () => (await owner.onDomain('/same')).text.includes('After'));
    for (const open of [() => page.goto(url), () => page.reload()]) {
      await open();
      expect([await page.title(), await page.evaluate('window.ran')]).toEqual(['After', undefined]);
    }
    expect(troubles.filter((each) => !each.startsWith('The Cross-Origin-Opener-Policy'))).toEqual([]);
  });
});

inBrowser('a preview', (newPage) => {
  it('does not tell its URL to the page of another tenant that it links to', async () => {
    await other.shown('/target');
    const target = `${service.siteUrl}/stranger/target`;
    const preview = await owner.previewPath(
      await owner.shown('/linking', { body: `[Over there](${target})` }),
    );
    const { page } = await newPage();
    await page.goto(service.siteUrl + preview);
    await page.getByRole('link', { name: 'Over there' }).click();
    await page.waitForURL(target);
    expect(await page.evaluate('document.referrer')).toBe('');
  });
});
