import type { PersonView } from '../../../src/modules/crm/dto/persons.dto.js';
import { PLAIN_PAGE, Records, pathOf } from '../../pages/records.js';
import { hiddenIn, unescaped, useConsole } from '../console-visitor.js';

const { service, api, strangerApi, visitor, signedIn } = useConsole({ ROLE: 'all' });

let records: Records;
beforeAll(() => {
  records = new Records(api);
});

async function newPerson(name: string, email: string): Promise<PersonView> {
  return (await api.post('/v0/persons', { name, email }).expect(201)).body as PersonView;
}

const screenOf = (audience: Parameters<typeof pathOf>[0]) => pathOf(audience).slice('/v0'.length);

const rows = (text: string) => text.split('<li class="row').length - 1;

describe('the list', () => {
  it('has the audiences of all pages, with the names of the pages', async () => {
    const page = await records.page({ name: 'Listed page' });
    const audience = await records.audience({ customName: 'Listed audience' }, page.pageId);
    const { text } = await (await signedIn()).get('/audiences').expect(200);
    expect(text).toContain(`href="${screenOf(audience)}"`);
    expect(text).toContain('Listed audience');
    expect(text).toContain('Listed page');
  });

  it('shows those of one page, and the page leads there', async () => {
    const page = await records.page({ name: 'One page' });
    await records.audience({ customName: 'Of one page' }, page.pageId);
    await records.audience({ customName: 'Of another page' });
    const kim = await signedIn();
    const shown = await kim.get(`/pages/${page.pageId}`).expect(200);
    expect(shown.text).toContain(`href="/audiences?pageId=${page.pageId}"`);
    const { text } = await kim.get(`/audiences?pageId=${page.pageId}`).expect(200);
    expect(rows(text)).toBe(1);
    expect(text).toContain('Only audiences of One page.');
    expect(text).toContain(`href="/pages/${page.pageId}/audiences/new"`);
  });

  it('shows those of one person, who is found by a part of the name', async () => {
    const { personId } = await newPerson('Grace Hopper', 'grace@navy.example');
    const audience = await records.audience({ personId });
    await records.audience();
    const kim = await signedIn();
    const found = await kim.fill('/audiences/person', { person: 'race hop' }, 200);
    const [, to] = /href="(\/audiences\?personId=[^"]+)"/.exec(found.text)!;
    const { text } = await kim.get(to!).expect(200);
    expect(rows(text)).toBe(1);
    expect(text).toContain(`href="${screenOf(audience)}"`);
    const none = await kim.fill('/audiences/person', { person: 'nobody@nowhere.example' }, 200);
    expect(none.text).toContain('Nobody fits');
    const empty = await kim.fill('/audiences/person', { person: '' }, 400);
    expect(empty.text).toContain('id="field-person-problem"');
  });

  it('is filtered by state, and paged', async () => {
    const { pageId } = await records.page();
    for (let at = 0; at < 11; at++) await records.audience({ customName: `Many ${at}` }, pageId);
    const kim = await signedIn();
    const first = await kim.get(`/audiences?pageId=${pageId}`).expect(200);
    expect(rows(first.text)).toBe(10);
    const [, next] = /href="(\/audiences\?[^"]*cursor=[^"]+)"/.exec(first.text)!;
    const second = await kim.get(unescaped(next!)).expect(200);
    expect(rows(second.text)).toBe(1);
    expect(second.text).toContain('Many 0');
    const archived = await kim.get(`/audiences?pageId=${pageId}&status=archived`).expect(200);
    expect(archived.text).toContain('No audience is in this state');
  });

  it('says to a tenant without audiences what to do first', async () => {
    const { text } = await (await visitor().signIn(service.stranger.key)).get('/audiences').expect(200);
    expect(text).toContain('No audiences yet');
    expect(text).toContain('href="/audiences/new"');
  });
});

describe('archiving', () => {
  it('says what it ends, and is undone', async () => {
    const audience = await records.audience();
    const target = { targetType: 'audience', audienceId: audience.audienceId };
    await api.post('/v0/page_links', { path: `/gone-${audience.audienceId.slice(-6)}`, target }).expect(201);
    const publishAt = new Date(Date.now() + 86_400_000).toISOString();
    await records.version(audience, { publishAt });
    const kim = await signedIn();
    const path = screenOf(audience);
    const { text } = await kim.get(`${path}/archive`).expect(200);
    expect(text).toContain('Its link leads nowhere.');
    expect(text).toContain('One version waits to be published. It is cancelled for good.');
    await kim.fill(`${path}/archive`, { when: 'now' }, 303);
    expect((await kim.get(path).expect(200)).text).toContain('This audience is archived');
    await kim.fill(path, {}, 303, `${path}/restore`);
    expect(await records.read(pathOf(audience))).toMatchObject({ archivedAt: null });
  });

  it('tells a key that may not restore so, and offers it nothing else', async () => {
    const audience = await records.audience();
    await api.delete(pathOf(audience)).expect(200);
    const kim = await visitor().signIn(await service.keyWith(['audiences:read', 'pages:read']));
    const path = screenOf(audience);
    const { text } = await kim.fill(path, {}, 403, `${path}/restore`);
    expect(text).toContain('audiences:write');
    expect(text).not.toContain('<button class="danger"');
  });

  it('is no change that visitors could read', async () => {
    const audience = await records.audience();
    const archiveAt = new Date(Date.now() + 86_400_000).toISOString();
    await api.patch(pathOf(audience), { archiveAt }).expect(200);
    const kim = await signedIn();
    const path = screenOf(audience);
    expect((await kim.get(path).expect(200)).text).not.toContain('Visitors do not read the change yet');
    await api.patch(pathOf(audience), { bodyOverride: 'Hello' }).expect(200);
    const { text } = await kim.get(`${path}?from=here`).expect(200);
    expect(text).toContain('Visitors do not read the change yet');
    // A screen that a link has led to is read again at its own address, with all of its query.
    expect(text).not.toContain('data-at=');
  });

  it('can be planned, and the plan dropped', async () => {
    const audience = await records.audience();
    const kim = await signedIn();
    const path = screenOf(audience);
    const missing = await kim.fill(`${path}/archive`, { when: 'later', archiveAt: '' }, 400);
    expect(missing.text).toContain('id="field-archiveAt-problem"');
    const wrong = await kim.fill(`${path}/archive`, { when: 'later', archiveAt: '2999-01-01T00:00' }, 400);
    expect(wrong.text).toContain('id="field-archiveAt-problem"');
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 16);
    await kim.fill(`${path}/archive`, { when: 'later', archiveAt: day }, 303);
    expect(await records.read(pathOf(audience))).toMatchObject({ archiveAt: `+${Date.parse(`${day}Z`)}` });
    const planned = await kim.get(`${path}/archive`).expect(200);
    expect(planned.text).toContain(`value="${day}"`);
    await kim.fill(`${path}/archive`, { when: 'never' }, 303);
    expect(await records.read(pathOf(audience))).toMatchObject({ archiveAt: null });
  });

  it('does not overlook what somebody else has changed', async () => {
    const audience = await records.audience();
    const kim = await signedIn();
    const path = `${screenOf(audience)}/archive`;
    const { text } = await kim.get(path).expect(200);
    await api.patch(pathOf(audience), { customName: 'Theirs' }).expect(200);
    const refused = await kim.post(path, { ...hiddenIn(text, path), when: 'now' }).expect(412);
    expect(refused.text).toContain('role="alert"');
    expect(await records.read(pathOf(audience))).toMatchObject({ archivedAt: null });
  });
});

it('visits are listed, and a list without visits says what to do', async () => {
  const audience = await records.audience();
  const kim = await signedIn();
  const path = `${screenOf(audience)}/visits`;
  expect((await kim.get(path).expect(200)).text).toContain('Nobody has been here yet');
  const { pageId, audienceId } = audience;
  const visit = {
    pageId,
    audienceId,
    sessionStartedAt: '+1763164800000',
    totalClicksCount: 3,
    utmSource: 'mail',
  };
  await api.post('/v0/audience_sessions', { ...visit, hasConversion: true }).expect(201);
  const { text } = await kim.get(path).expect(200);
  for (const shown of ['3 clicks', 'mail', 'Conversion']) expect(text).toContain(shown);
});

describe('the links of an audience', () => {
  it('are deleted, after saying what that ends', async () => {
    const audience = await records.audience();
    const kim = await signedIn();
    const screen = screenOf(audience);
    const paths = ['first', 'second'].map((name) => `/${audience.audienceId.slice(-6)}-${name}`);
    for (const path of paths) await kim.fill(`${screen}/link`, { path }, 303);
    const deletions = async () => {
      const { text } = await kim.get(screen).expect(200);
      return [...text.matchAll(/href="([^"]+\/links\/[^"]+\/delete)"/g)].map(([, to]) => to!);
    };
    const [first, second] = await deletions();
    expect((await kim.get(first!).expect(200)).text).not.toContain('has no other link');
    await kim.fill(first!, {}, 303);
    expect(await deletions()).toEqual([second]);
    const { text } = await kim.get(second!).expect(200);
    expect(text).toContain('Nobody can open the page at this address any more.');
    expect(text).toContain('The audience has no other link');
    const deleted = await kim.fill(second!, {}, 303);
    expect((await kim.get(String(deleted.headers.location)).expect(200)).text).toContain(
      'The link is deleted.',
    );
    const links = async () => (await api.get(`/v0/page_links?audienceId=${audience.audienceId}`)).body;
    expect(await links()).toMatchObject({ items: [] });
    const restore = second!.replace(/delete$/, 'restore');
    const other = screenOf(await records.audience());
    const query = new URL(String(deleted.headers.location), 'http://console').search;
    expect((await kim.get(`${other}${query}`).expect(200)).text).not.toContain('Restore the link');
    const restored = await kim.fill(String(deleted.headers.location), {}, 303, restore);
    const { text: after } = await kim.get(String(restored.headers.location)).expect(200);
    expect(after).toContain('The link is restored.');
    expect(after).not.toContain('Restore the link');
    expect(await links()).toMatchObject({ items: [{ pageLinkId: second!.split('/').at(-2) }] });
  });
});

describe("another tenant's audience", () => {
  it('is found on no screen, and changed by none', async () => {
    const audience = await records.audience();
    const [message] = await records.messages(
      (await api.patch(pathOf(audience), { customName: 'Ours' }).expect(200)).body as typeof audience,
    );
    const [version] = await records.versions(audience);
    const target = { targetType: 'audience', audienceId: audience.audienceId };
    const linked = await api
      .post('/v0/page_links', { path: `/ours-${audience.audienceId.slice(-6)}`, target })
      .expect(201);
    const { pageLinkId } = linked.body as { pageLinkId: string };
    const before = await records.read(pathOf(audience));
    const other = await visitor().signIn(service.stranger.key);
    const own = await strangerApi.post('/v0/pages', PLAIN_PAGE).expect(201);
    const { pageId } = own.body as { pageId: string };
    const { text } = await other.get(`/pages/${pageId}/archive`).expect(200);
    const { form_token: token } = hiddenIn(text, `/pages/${pageId}/archive`);
    const forms = [
      ...['/link', '/publish', '/archive', `/versions/${version!.versionId}/rollback`],
      ...['/link_picture', `/links/${pageLinkId}/delete`],
      ...[`/versions/${version!.versionId}/cancel`, `/messages/${message!.messageId}/restore`],
    ];
    const gets = ['', '/overrides', '/versions', `/versions/${version!.versionId}`, '/messages', '/visits'];
    const posts = [
      ...['/overrides', '/overrides/preview', '/restore', `/versions/${version!.versionId}/publish`],
      `/links/${pageLinkId}/restore`,
    ];
    // Under its own page, and under a page of the other tenant.
    for (const page of [audience.pageId, pageId]) {
      const path = `/pages/${page}/audiences/${audience.audienceId}`;
      for (const to of [...gets, ...forms]) await other.get(path + to).expect(404);
      for (const to of [...forms, ...posts, '/messages']) {
        const sent = { form_token: token!, path: '/x', text: 'x', when: 'now' };
        await other.post(path + to, sent).expect(404);
      }
    }
    await other.get(`/pages/${audience.pageId}/audiences/new`).expect(404);
    await other.get(`/audiences?pageId=${audience.pageId}`).expect(404);
    await other.get(`/links/${pageLinkId}/qr.svg`).expect(404);
    expect(await records.read(pathOf(audience))).toEqual(before);
  });
});

it('stored texts are never markup', async () => {
  const hostile = '"></textarea></title><script>alert(1)</script>';
  const person = await newPerson(hostile, 'hostile@example.com');
  const { pageId } = await records.page({ name: hostile, body: hostile, pageContext: hostile });
  const audience = await records.audience({ personId: person.personId }, pageId);
  const texts = ['customName', 'bodyOverride', 'supplementaryContext', 'actionFormInstructionsOverride'];
  const change = Object.fromEntries(texts.map((name) => [name, hostile]));
  await api.patch(pathOf(audience), { ...change, metadataOverride: { title: hostile } }).expect(200);
  await api.post(`${pathOf(audience)}/messages`, { text: hostile }).expect(201);
  await records.version(audience);
  const visit = { pageId, audienceId: audience.audienceId, sessionStartedAt: '+1763164800000' };
  await api.post('/v0/audience_sessions', { ...visit, utmSource: hostile }).expect(201);
  const kim = await signedIn();
  const path = screenOf(audience);
  const [first] = await records.messages(audience);
  for (const to of [
    ...[path, `${path}/overrides`, `${path}/versions`, `${path}/messages`, `${path}/visits`],
    ...[`${path}/publish`, `${path}/archive`, `${path}/link`, `/audiences?personId=${person.personId}`],
    ...[`${path}/versions/${audience.publishedVersion.versionId}`, `/pages/${pageId}/audiences/new`],
    ...[`/pages/${pageId}/audiences/new?personId=${person.personId}`, `/audiences?pageId=${pageId}`],
    `${path}/messages/${first!.messageId}/restore`,
  ])
    expect((await kim.get(to).expect(200)).text).not.toMatch(/<script(?! src="\/assets\/)/i);
});

describe('a key with few rights', () => {
  it('learns which one is missing', async () => {
    const audience = await records.audience();
    const kim = await visitor().signIn(await service.keyWith(['pages:read']));
    for (const path of ['/audiences', screenOf(audience)])
      expect((await kim.get(path).expect(403)).text).toContain('audiences:read');
  });

  it('sees the parts that it may see', async () => {
    const { personId } = await newPerson('Hidden Person', 'hidden@example.com');
    const audience = await records.audience({ personId, customName: 'Visible' });
    const kim = await visitor().signIn(await service.keyWith(['audiences:read']));
    const path = screenOf(audience);
    const { text } = await kim.get(path).expect(200);
    for (const scope of ['persons:read', 'links:read']) expect(text).toContain(scope);
    expect(text).not.toContain('hidden@example.com');
    expect((await kim.get(`${path}/visits`).expect(403)).text).toContain('sessions:read');
    const refused = await kim.fill(`${path}/publish`, {}, 403);
    expect(refused.text).toContain('audiences:write');
  });
});
