import { jest } from '@jest/globals';
import { PreviewLimit } from '../../../src/modules/pages/previews/preview-limit.js';
import { tooMany } from '../../../src/shared/kernel/errors.js';
import { until } from '../../support/until.js';
import { PLAIN_PAGE } from '../../pages/records.js';
import { fieldsIn, hiddenIn, unescaped, useConsole } from '../console-visitor.js';

const { service, api, strangerApi, visitor, signedIn } = useConsole({ ROLE: 'all' });

const FORM = { name: 'Autumn', pageType: 'inbound', brandId: 'acme', pageContext: 'Be brief.' };

interface PageRecord {
  pageId: string;
  name: string;
  body?: string;
  metadata?: object;
  status: string;
}

async function newPage(body: object = {}): Promise<PageRecord> {
  const made = await api.post('/v0/pages', { ...PLAIN_PAGE, ...body }).expect(201);
  return made.body as PageRecord;
}

const stored = async ({ pageId }: Pick<PageRecord, 'pageId'>) =>
  (await api.get(`/v0/pages/${pageId}`).expect(200)).body as PageRecord;

it('a page is created in one form, and edited', async () => {
  const kim = await signedIn();
  const made = await kim.fill(
    '/pages/new',
    { ...FORM, body: 'Hello\r\nthere', pageContext: 'Be\r\nbrief' },
    303,
  );
  const [path] = String(made.headers.location).split('?');
  const pageId = path!.slice('/pages/'.length);
  expect(await stored({ pageId })).toMatchObject({
    name: 'Autumn',
    body: 'Hello\nthere',
    pageContext: 'Be\nbrief',
    status: 'draft',
  });
  const shown = await kim.get(String(made.headers.location)).expect(200);
  expect(shown.text).toContain('role="status"');
  const change = { ...FORM, name: 'Winter', body: '', language: 'en', 'metadata.title': 'In winter' };
  await kim.fill(path!, change, 303);
  const changed = await stored({ pageId });
  expect(changed).toMatchObject({ name: 'Winter', language: 'en', metadata: { title: 'In winter' } });
  expect(changed.body).toBeUndefined();
});

it('a screen that the script reads again makes no preview', async () => {
  const path = `/pages/${(await newPage()).pageId}`;
  const kim = await signedIn();
  expect((await kim.get(path).expect(200)).text).toContain('<iframe');
  expect((await kim.get(path).set('x-unasked', '1').expect(200)).text).not.toContain('<iframe');
});

it('a form leaves alone what it does not show', async () => {
  const metadata = { title: 'Old', author: 'Ada', keywords: ['a', 'b'] };
  const page = await newPage({ metadata });
  const kim = await signedIn();
  await kim.fill(`/pages/${page.pageId}`, { ...FORM, 'metadata.title': 'New' }, 303);
  expect(await stored(page)).toMatchObject({ metadata: { ...metadata, title: 'New' } });
});

it('problems are at their fields, and what was typed stays', async () => {
  const kim = await signedIn();
  const { text } = await kim.fill('/pages/new', { ...FORM, name: '', body: 'Typed <b>' }, 400);
  expect(text).toContain('id="field-name-problem"');
  expect(text).toContain('Typed &lt;b>');
  const noNote = await kim.fill('/pages/new', { ...FORM, pageContext: '' }, 400);
  expect(noNote.text).toContain('Note for the composer must have at least 1 character.');
  expect(noNote.text).not.toContain('pageContext must');
  const page = await newPage();
  const wrong = await kim.fill(`/pages/${page.pageId}`, { ...FORM, language: 'not a language' }, 400);
  expect(wrong.text).toContain('id="field-language-problem"');
});

it('a page can name its brand by id', async () => {
  const { body } = await api.post('/v0/brands', { key: 'by-id', name: 'Named by id' }).expect(201);
  const { brandId } = body as { brandId: string };
  const { pageId } = await newPage({ brandId });
  const { text } = await (await signedIn()).get(`/pages/${pageId}`).expect(200);
  expect(text).toMatch(new RegExp(`<option [^>]*value="${brandId}"[^>]*>Named by id</option>`));
});

it('a brand is typed by somebody whose key may not read brands', async () => {
  const page = await newPage();
  const kim = await visitor().signIn(await service.keyWith(['pages:read', 'pages:write']));
  for (const path of ['/pages/new', `/pages/${page.pageId}`]) {
    const { text } = await kim.fill(path, { ...FORM, name: '', brandId: '' }, 400);
    expect(text).toMatch(/<input\b[^>]* name="brandId"/);
  }
});

it.each([
  ['gone', 'gone (there is no such brand)'],
  ['', 'None'],
])('the brand “%s” stays until another one is chosen', async (brandId, label) => {
  const page = await newPage({ brandId });
  const path = `/pages/${page.pageId}`;
  const { text } = await (await signedIn()).get(path).expect(200);
  expect(fieldsIn(text, path).brandId).toEqual([brandId]);
  expect(text).toContain(` selected>${label}</option>`);
});

it('a change that somebody else has made is not overwritten', async () => {
  const page = await newPage();
  const kim = await signedIn();
  const path = `/pages/${page.pageId}`;
  const { text } = await kim.get(path).expect(200);
  const [, seen] = /name="seen" value="([^"]+)"/.exec(text)!;
  await api.patch(`/v0${path}`, { name: 'Theirs' }).expect(200);
  const refused = await kim.fill(path, { ...FORM, seen: unescaped(seen!) }, 412);
  expect(refused.text).toContain('role="alert"');
  expect(await stored(page)).toMatchObject({ name: 'Theirs' });
});

it('a change of somebody else is not overwritten after a form with mistakes either', async () => {
  const page = await newPage();
  const kim = await signedIn();
  const path = `/pages/${page.pageId}`;
  const { text } = await kim.get(path).expect(200);
  await api.patch(`/v0${path}`, { name: 'Theirs' }).expect(200);
  const mistaken = { ...fieldsIn(text, path), ...FORM, language: 'not a language' };
  const wrong = await kim.post(path, mistaken).expect(400);
  const refused = await kim.post(path, { ...fieldsIn(wrong.text, path), language: '' }).expect(412);
  expect(await stored(page)).toMatchObject({ name: 'Theirs' });
  // Now the person knows.
  await kim.post(path, fieldsIn(refused.text, path)).expect(303);
  expect(await stored(page)).toMatchObject({ name: FORM.name });
});

it('without previews, a page is shown, and its form keeps what is typed', async () => {
  const page = await newPage();
  const kim = await signedIn();
  const path = `/pages/${page.pageId}`;
  const limited = jest.spyOn(PreviewLimit.prototype, 'assertWithin').mockImplementation(() => {
    throw tooMany('too_many_previews', 'Too many previews.', 1);
  });
  try {
    const { text } = await kim.get(path).expect(200);
    const typed = { ...fieldsIn(text, path), body: 'Typed' };
    for (const [to, status] of Object.entries({ rows: 200, preview: 429 }))
      expect((await kim.post(`${path}/${to}`, typed).expect(status)).text).toContain('Typed</textarea>');
  } finally {
    limited.mockRestore();
  }
});

it('a preview shows what is not saved, in a frame that the site allows', async () => {
  const page = await newPage();
  const kim = await signedIn();
  const path = `/pages/${page.pageId}`;
  const previewed = await kim.fill(path, { ...FORM, body: 'Not saved yet' }, 200, `${path}/preview`);
  const [, sandbox] = /<iframe[^>]* sandbox="([^"]+)"/.exec(previewed.text)!;
  expect(sandbox).toBe('allow-scripts');
  const [, url] = /<iframe[^>]* src="([^"]+)"/.exec(previewed.text)!;
  const { origin } = new URL(service.siteUrl);
  expect(previewed.headers['content-security-policy']).toContain(`frame-src ${origin};`);
  const preview = await fetch(url!);
  expect(await preview.text()).toContain('Not saved yet');
  expect(preview.headers.get('content-security-policy')).toContain(
    `frame-ancestors 'self' ${kim.url} ${kim.url.replace('127.0.0.1', 'localhost')}`,
  );
  expect((await stored(page)).body).toBe(page.body);
});

it('pages of the site themselves stay out of frames of others', async () => {
  const { headers } = await fetch(`${service.siteUrl}/home/welcome`);
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self';");
});

it('findings of the check are at their fields, and in a list', async () => {
  const page = await newPage();
  const kim = await signedIn();
  const { text } = await kim.get(`/pages/${page.pageId}`).expect(200);
  expect(text).toContain('id="field-metadata-title-notes"');
  const list = text.split('<h2 id="findings">')[1]!;
  expect(list).toContain('Title in search results and links');
  expect(list).not.toContain('<code>/metadata/title</code>');
});

it('a page is archived, after saying what that ends, and restored', async () => {
  const page = await newPage();
  await api.post(`/v0/pages/${page.pageId}/audiences`, {}).expect(201);
  const kim = await signedIn();
  const path = `/pages/${page.pageId}`;
  expect((await kim.get(`${path}/archive`).expect(200)).text).toContain('Its audience goes with it.');
  await kim.fill(`${path}/archive`, {}, 303);
  expect(await stored(page)).toMatchObject({ status: 'archived' });
  await kim.fill(path, {}, 303, `${path}/restore`);
  expect(await stored(page)).toMatchObject({ status: 'published' });
});

it('pages are found, filtered and paged', async () => {
  for (let at = 0; at < 29; at++) await newPage({ name: `Many ${at}` });
  const kim = await signedIn();
  const count = (text: string) => text.split('class="page-card').length - 1;
  const first = await kim.get('/pages?query=Many').expect(200);
  expect(count(first.text)).toBe(24);
  const [, next] = /href="(\/pages\?[^"]*cursor=[^"]+)"/.exec(first.text)!;
  const second = await kim.get(unescaped(next!)).expect(200);
  expect(count(second.text)).toBe(5);
  expect(second.text).toContain('>Many 0<');
  expect((await kim.get('/pages?query=nothing+like+it').expect(200)).text).toContain('No page fits');
});

it('a tenant without pages learns what to do first', async () => {
  const { text } = await (await visitor().signIn(service.stranger.key)).get('/pages').expect(200);
  expect(text).toContain('No pages yet');
});

it("another tenant's page can be neither seen nor changed", async () => {
  const page = await newPage();
  const other = await visitor().signIn(service.stranger.key);
  const own = await strangerApi.post('/v0/pages', PLAIN_PAGE).expect(201);
  const { pageId } = own.body as PageRecord;
  const path = `/pages/${page.pageId}`;
  for (const to of [path, `${path}/archive`]) await other.get(to).expect(404);
  for (const to of [path, `${path}/archive`, `${path}/restore`, `${path}/preview`]) {
    const { text } = await other.get(`/pages/${pageId}/archive`).expect(200);
    const [, token] = /name="form_token" value="([^"]+)"/.exec(text)!;
    await other.post(to, { ...FORM, form_token: token! }).expect(404);
  }
  expect(await stored(page)).toEqual(page);
});

it.each(['name', 'pageContext', 'body', 'brandId'])('the stored text %s is never markup', async (field) => {
  const hostile = '"></textarea></title><script>alert(1)</script>';
  const page = await newPage({ [field]: hostile });
  const kim = await signedIn();
  for (const path of ['/pages', `/pages/${page.pageId}`, `/pages/${page.pageId}/archive`])
    expect((await kim.get(path).expect(200)).text).not.toMatch(/<script(?! src="\/assets\/)/i);
});

describe('publishing', () => {
  it('makes an audience with a link, and then new versions of what is saved', async () => {
    const page = await newPage({ body: 'First text' });
    const kim = await signedIn();
    const path = `/pages/${page.pageId}`;
    const to = `/published-${page.pageId.slice(-6)}`;
    await kim.fill(`${path}/publish`, { path: to }, 303);
    const { text } = await kim.get(path).expect(200);
    const [, url] = new RegExp(`href="(http[^"]+${to})"`).exec(text)!;
    expect(await (await fetch(url!)).text()).toContain('First text');
    await kim.fill(path, { ...FORM, body: 'Second text' }, 303);
    expect(await (await fetch(url!)).text()).toContain('First text');
    const again = await kim.get(`${path}/publish`).expect(200);
    expect(again.text).toContain('Its audience gets a new version');
    await kim.fill(`${path}/publish`, { path: '' }, 303);
    await until(async () => (await (await fetch(url!)).text()).includes('Second text'));
  });

  it('has one effect if the form is sent twice', async () => {
    const page = await newPage();
    const kim = await signedIn();
    const path = `/pages/${page.pageId}/publish`;
    const { text } = await kim.get(path).expect(200);
    const fields = { ...hiddenIn(text, path), path: `/twice-${page.pageId.slice(-6)}` };
    for (let sent = 0; sent < 2; sent++) await kim.post(path, fields).expect(303);
    const { body } = await api.get(`/v0/pages/${page.pageId}/audiences`).expect(200);
    const [audience, ...others] = (body as { items: { audienceId: string }[] }).items;
    expect(others).toEqual([]);
    const versions = `/v0/pages/${page.pageId}/audiences/${audience!.audienceId}/versions`;
    expect((await api.get(versions).expect(200)).body).toMatchObject({ items: [{ versionNumber: 1 }] });
  });

  it('shows at the path what is wrong with it, and makes no second audience by the next try', async () => {
    const taken = await newPage();
    const page = await newPage();
    const kim = await signedIn();
    const to = `/taken-${page.pageId.slice(-6)}`;
    await kim.fill(`/pages/${taken.pageId}/publish`, { path: to }, 303);
    for (const [path, status] of [
      [to, 409],
      ['/_foyer/x', 400],
    ] as const) {
      const { text } = await kim.fill(`/pages/${page.pageId}/publish`, { path }, status);
      expect(text).toContain('id="field-path-problem"');
    }
    await kim.fill(`/pages/${page.pageId}/publish`, { path: `${to}-2` }, 303);
    const { body } = await api.get(`/v0/pages/${page.pageId}/audiences`).expect(200);
    expect((body as { items: object[] }).items).toHaveLength(1);
  });
});
