import { useTestService } from '../../support/test-service.js';
import { action } from '../../pages/records.js';
import { SiteVisitor } from '../site-visitor.js';

const used = useTestService();
const { service } = used;
const visitor = new SiteVisitor(used);

describe('a page', () => {
  it('shows what was composed, as a complete document', async () => {
    await visitor.shown('/offers/spring', {
      brandId: 'no-brand',
      language: 'de',
      body: 'Foyer greets **each** visitor.',
      metadata: {
        ...{ title: 'Spring & more', description: 'All "new"', author: 'Ada', keywords: ['a', 'b'] },
        ...{ robots: ['noarchive'], themeColor: '#0f766e', ogSiteName: 'Acme', twitterSite: '@acme' },
      },
      actions: [
        action('demo'),
        { ...action('code'), purpose: 'A tenth off', actionType: 'copy_text', url: 'SPRING-24' },
      ],
      headerActionId: 'code',
      actionCardWidgets: [{ type: 'unheard_of', title: 'They trust us', logos: [logo('Globex')] }],
      footerLinks: [
        { id: 'l', title: 'Legal', links: [{ id: 'i', text: 'Imprint', url: 'https://acme.example/i' }] },
      ],
    });
    const { text, headers } = await visitor.open('/home/offers/spring').expect(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    for (const part of [
      '<!doctype html><html lang="de" dir="ltr">',
      '<title>Spring &amp; more</title>',
      '<meta name="description" content="All &quot;new&quot;"/>',
      '<meta name="author" content="Ada"/>',
      '<meta name="keywords" content="a, b"/>',
      '<meta name="robots" content="noarchive"/>',
      '<meta name="theme-color" content="#0f766e"/>',
      `<link rel="canonical" href="${service.siteUrl}/home/offers/spring"/>`,
      '<meta property="og:title" content="Spring &amp; more"/>',
      '<meta property="og:site_name" content="Acme"/>',
      '<meta name="twitter:card" content="summary_large_image"/>',
      '<meta name="twitter:site" content="@acme"/>',
      '<strong dir="auto">Acme</strong><a class="button quiet" href="#action-1" data-action="code" dir="auto">A tenth off</a>',
      '<h1 dir="auto">Spring &amp; more</h1>',
      '<a class="button" href="https://example.com/demo" data-action="demo" dir="auto">See it live</a>',
      '<p dir="auto">Foyer greets <strong>each</strong> visitor.</p>',
      '<h2 dir="auto">They trust us</h2>',
      'src="https://example.com/Globex.png" alt="Globex"',
      '>SPRING-24</code>',
      '<a href="https://acme.example/i">Imprint</a>',
    ])
      expect(text).toContain(part);
  });

  it('shows nothing that was noted for whoever composes it', async () => {
    await visitor.shown(
      '/notes',
      { pageContext: 'Acme is about to renew' },
      { supplementaryContext: 'They haggle', customName: 'Hagglers' },
    );
    const { text } = await visitor.open('/home/notes').expect(200);
    expect(text).not.toMatch(/renew|haggle/i);
  });

  it('is told by its link where it is opened', async () => {
    const audience = await visitor.shown('/a');
    const { url } = await visitor.link('/über uns', audience);
    expect(url).toBe(`${service.siteUrl}/home/%C3%BCber%20uns`);
    const { status } = await fetch(url!);
    expect(status).toBe(200);
  });

  it('is found however its path is written, and whatever is asked with it', async () => {
    await visitor.shown('/prices/two words');
    for (const path of [
      '/home/prices/two%20words',
      '/home//prices/./two%20words/',
      '/home/prices/two%20words?utm=x',
    ])
      await visitor.open(path).expect(200);
    for (const path of ['/home/Prices/two%20words', '/home/prices', '/'])
      await visitor.open(path).expect(404);
    for (const path of ['/home/prices/two%2', '/home/%ff']) await visitor.open(path).expect(400);
  });

  it('at the root of a tenant is under its slug alone', async () => {
    await visitor.shown('/');
    await visitor.open('/home').expect(200);
    await visitor.open('/home/').expect(200);
  });

  it("of another tenant is under that tenant's slug", async () => {
    await visitor.shown('/ours');
    await visitor.open('/stranger/ours').expect(404);
    await visitor.open('/nobody/ours').expect(404);
  });

  it('is written from right to left where its language is', async () => {
    await visitor.shown('/ar', { language: 'ar' });
    const { text } = await visitor.open('/home/ar').expect(200);
    expect(text).toContain('<html lang="ar" dir="rtl">');
  });
});

const logo = (name: string) => ({
  image: { altText: name, url: `https://example.com/${name}.png`, fileId: '', assetId: '' },
});
