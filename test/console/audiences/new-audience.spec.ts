import { renderSVG } from 'uqr';
import { Records, pathOf } from '../../pages/records.js';
import { fieldsIn, hiddenIn, unescaped, useConsole, type ConsoleVisitor } from '../console-visitor.js';

const { api, signedIn } = useConsole({ ROLE: 'all' });

let records: Records;
beforeAll(() => {
  records = new Records(api);
});

describe('a new audience', () => {
  /** From the list to a link, as a person clicks. */
  async function create(kim: ConsoleVisitor, pageId: string, person: string, fields: Record<string, string>) {
    const path = `/pages/${pageId}/audiences/new`;
    const found = await kim.fill(path, { person }, 200, `${path}/person`);
    const [, to] = new RegExp(`href="(${path}\\?personId=[^"]+)"`).exec(found.text)!;
    return { to: to!, send: (status: number) => kim.fill(to!, fields, status, path) };
  }

  it('leads from nothing to a published link for a person, with a QR code', async () => {
    const page = await records.page({ name: 'For Ada', body: 'Hello there' });
    await api.post('/v0/persons', { name: 'Ada Lovelace', email: 'ada@engine.example' }).expect(201);
    const kim = await signedIn();
    const chosen = await kim.get('/audiences/new?query=For+Ada').expect(200);
    expect(chosen.text).toContain(`href="/pages/${page.pageId}/audiences/new"`);
    const path = `/for-ada-${page.pageId.slice(-6)}`;
    const { to, send } = await create(kim, page.pageId, 'ada@engine.example', { path, customName: '' });
    expect((await kim.get(to).expect(200)).text).toContain('For Ada Lovelace, ada@engine.example.');
    const made = await send(303);
    const { text } = await kim.get(String(made.headers.location)).expect(200);
    expect(text).toContain('role="status"');
    expect(text).toContain('>Ada Lovelace</h1>');
    expect(text).toContain('engine.example');
    expect(text).not.toContain('Visitors do not read the change yet.');
    const [, url] = new RegExp(`href="(http[^"]+${path})"`).exec(text)!;
    expect(await (await fetch(url!)).text()).toContain('Ada Lovelace');
    const [, qr] = /<img class="qr" src="([^"]+)" alt="QR code of /.exec(text)!;
    const picture = await kim.get(qr!).expect(200);
    expect(picture.headers['content-type']).toContain('image/svg+xml');
    expect(String(picture.body)).toBe(renderSVG(url!, { ecc: 'Q', border: 4 }));
    for (const width of ['desktop', 'phone']) expect(text).toContain(`class="device ${width}"`);
    const [, frame] = /<iframe src="([^"]+)"[^>]* sandbox="allow-scripts"/.exec(text)!;
    expect(await (await fetch(unescaped(frame!))).text()).toContain('Hello there');
  });

  it('is for the person from whose screen it began', async () => {
    const { pageId } = await records.page({ name: 'For Grace' });
    const person = { name: 'Grace Hopper', email: 'grace@engine.example' };
    const { body } = await api.post('/v0/persons', person).expect(201);
    const { personId } = body as { personId: string };
    const kim = await signedIn();
    const start = `/audiences/new?personId=${personId}`;
    expect((await kim.get(`/people/${personId}`).expect(200)).text).toContain(`href="${start}"`);
    const { text } = await kim.get(start).expect(200);
    expect(fieldsIn(text, '/audiences/new')).toMatchObject({ personId: [personId] });
    const chosen = await kim.get(`${start}&query=For+Grace`).expect(200);
    const to = `/pages/${pageId}/audiences/new?personId=${personId}`;
    expect(chosen.text).toContain(`href="${to}"`);
    expect((await kim.get(to).expect(200)).text).toContain('For Grace Hopper, grace@engine.example.');
  });

  it('is for everybody who has the link', async () => {
    const { pageId } = await records.page();
    const kim = await signedIn();
    const path = `/pages/${pageId}/audiences/new`;
    const made = await kim.fill(
      `${path}?for=everybody`,
      { customName: 'All', supplementaryContext: 'Be\r\nkind' },
      303,
      path,
    );
    const { text } = await kim.get(String(made.headers.location)).expect(200);
    expect(text).toContain('Everybody who has the link.');
    expect(text).toContain('There is no link yet');
    const { body } = await api.get(`/v0/pages/${pageId}/audiences`).expect(200);
    expect(body).toMatchObject({ items: [{ customName: 'All', supplementaryContext: 'Be\nkind' }] });
  });

  it('has one effect if the form is sent twice', async () => {
    const { pageId } = await records.page();
    const kim = await signedIn();
    const path = `/pages/${pageId}/audiences/new`;
    const { text } = await kim.get(`${path}?for=everybody`).expect(200);
    const fields = { ...hiddenIn(text, path), path: `/twice-${pageId.slice(-6)}` };
    for (let sent = 0; sent < 2; sent++) await kim.post(path, fields).expect(303);
    const { body } = await api.get(`/v0/pages/${pageId}/audiences`).expect(200);
    expect(body).toMatchObject({ totalCount: 1 });
  });

  it('whose path is taken is there once: the next form is that of its link', async () => {
    const { pageId } = await records.page();
    const taken = `/taken-${pageId.slice(-6)}`;
    const kim = await signedIn();
    const path = `/pages/${pageId}/audiences/new`;
    await kim.fill(`${path}?for=everybody`, { path: taken }, 303, path);
    const { text } = await kim.fill(`${path}?for=everybody`, { path: taken }, 409, path);
    expect(text).toContain('id="field-path-problem"');
    expect(text).toContain('Only its link does not exist yet.');
    const [, to] = /action="(\/pages\/[^"]+\/link)"/.exec(text)!;
    await kim.post(to!, { ...hiddenIn(text, to!), path: `${taken}-2` }).expect(303);
    const { body } = await api.get(`/v0/pages/${pageId}/audiences`).expect(200);
    expect(body).toMatchObject({ totalCount: 2 });
  });
});

it('a long address has a QR code, and a link that has ended has none', async () => {
  const audience = await records.audience();
  const target = { targetType: 'audience', audienceId: audience.audienceId };
  const link = async (body: object) => {
    const made = await api.post('/v0/page_links', { target, ...body }).expect(201);
    return (made.body as { pageLinkId: string }).pageLinkId;
  };
  const long = await link({ path: `/${audience.audienceId.slice(-6)}/${'x'.repeat(2000)}` });
  const ended = await link({ path: `/${audience.audienceId.slice(-6)}/ended`, expiresAt: '+1763164800000' });
  const kim = await signedIn();
  await kim.get(`/links/${long}/qr.svg`).expect(200);
  await kim.get(`/links/${ended}/qr.svg`).expect(303);
  const { text } = await kim.get(pathOf(audience).slice('/v0'.length)).expect(200);
  expect(text).toContain('Nobody can open it');
  expect(text).not.toContain(`src="/links/${ended}/qr.svg"`);
});
