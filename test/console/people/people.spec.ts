import { Records } from '../../pages/records.js';
import { FormVisitor } from '../../site/form-visitor.js';
import { until } from '../../support/until.js';
import { fieldsIn, unescaped, useConsole } from '../console-visitor.js';
import { MadePersons, pathOf } from './made-persons.js';

const used = useConsole({ ROLE: 'all' });
const { service, api, visitor, signedIn } = used;
const records = new Records(api);
const persons = new MadePersons(api);

async function accountOf(domain: string): Promise<{ accountId: string; name: string | null }> {
  const { body } = await api.get(`/v0/accounts?query=${domain}`).expect(200);
  return (body as { items: { accountId: string; name: string | null }[] }).items[0]!;
}

describe('the list of persons', () => {
  it('is searched, and limited to a domain', async () => {
    const ada = await persons.make({ name: 'Findable Ada' });
    const elsewhere = await persons.make({ name: 'Elsewhere', email: 'e@elsewhere.example' });
    const kim = await signedIn();
    const searched = await kim.get('/people?query=findable&domain=&sort=-createdAt').expect(200);
    expect(searched.text).toContain(`href="${pathOf(ada)}"`);
    expect(searched.text).not.toContain(pathOf(elsewhere));
    const limited = await kim.get('/people?domain=elsewhere.example').expect(200);
    expect(limited.text).toContain(`href="${pathOf(elsewhere)}"`);
    expect(limited.text).not.toContain(pathOf(ada));
    const { accountId } = await accountOf('elsewhere.example');
    const ofAccount = await kim.get(`/people?accountId=${accountId}`).expect(200);
    expect(ofAccount.text).toContain('<strong>elsewhere.example</strong>');
    expect(ofAccount.text).not.toContain(pathOf(ada));
    const none = await kim.get('/people?query=nobody+is+called+that').expect(200);
    expect(none.text).toContain('Nobody fits');
  });

  it('says at its fields what does not go together', async () => {
    const kim = await signedIn();
    const both = await kim.get('/people?query=ada&domain=engines.example').expect(400);
    expect(both.text).toContain('id="field-domain-problem"');
    expect(both.text).toContain('value="engines.example"');
    const sorted = await kim.get('/people?domain=engines.example&sort=-updatedAt').expect(400);
    expect(sorted.text).toContain('id="field-sort-problem"');
  });

  it('goes on on the next page', async () => {
    const domain = 'many.example';
    const items = Array.from({ length: 26 }, (_, at) => ({ name: `M${at}`, email: `m${at}@${domain}` }));
    await api.post('/v0/persons/batch', { mode: 'atomic', items }).expect(200);
    const kim = await signedIn();
    const first = await kim.get(`/people?domain=${domain}`).expect(200);
    const [, next] = /<a href="([^"]+cursor=[^"]+)">Next page/.exec(first.text)!;
    const second = await kim.get(unescaped(next!)).expect(200);
    const ids = [first, second].map(({ text }) => new Set(text.match(/person_\w{26}/g)));
    expect(ids.map(({ size }) => size)).toEqual([25, 1]);
    expect([...ids[1]!].some((id) => ids[0]!.has(id))).toBe(false);
  });

  it('of a tenant without persons says what to do next', async () => {
    const other = await visitor().signIn(service.stranger.key);
    expect((await other.get('/people').expect(200)).text).toContain('No persons yet');
    expect((await other.get('/people/accounts').expect(200)).text).toContain('No accounts yet');
  });
});

describe('one person', () => {
  it('is created in a form, and edited', async () => {
    const kim = await signedIn();
    const sent = { name: ' Grace Hopper ', email: 'grace@navy.example', phoneNumber: '+1 (202) 555-0143' };
    const created = await kim.fill('/people/new', { ...sent, domain: '', linkedinProfileUrl: '' }, 303);
    const [path] = String(created.headers.location).split('?');
    const personId = path!.slice('/people/'.length);
    const { text } = await kim.get(String(created.headers.location)).expect(200);
    expect(text).toContain('role="status"');
    expect(text).toContain('grace@navy.example');
    const { accountId } = await accountOf('navy.example');
    expect(text).toContain(`href="/people/accounts/${accountId}"`);
    expect((await api.get(`/v0/persons/${personId}`).expect(200)).body.phoneNumber).toBe('+12025550143');
    await kim.fill(`${path}/edit`, { ...sent, name: 'Rear Admiral', phoneNumber: '', domain: '' }, 303);
    const { body } = await api.get(`/v0/persons/${personId}`).expect(200);
    expect(body).toMatchObject({ name: 'Rear Admiral', phoneNumber: null, email: sent.email, domain: null });
  });

  it('shows each problem at its field, and keeps what was typed', async () => {
    const ada = await persons.make();
    const kim = await signedIn();
    const wrong = {
      name: '',
      email: '"no">',
      phoneNumber: '123',
      domain: 'no domain!',
      linkedinProfileUrl: '',
    };
    const { text } = await kim.fill('/people/new', wrong, 400);
    for (const field of ['name', 'email', 'phoneNumber', 'domain'])
      expect(text).toContain(`id="field-${field}-problem"`);
    expect(text).toContain('value="&quot;no&quot;>"');
    const taken = await kim.fill('/people/new', { name: 'Other', email: ada.email! }, 409);
    expect(taken.text).toContain('id="field-email-problem"');
  });

  it('that somebody else has changed is not overwritten', async () => {
    const ada = await persons.make();
    const kim = await signedIn();
    const path = `${pathOf(ada)}/edit`;
    const { text } = await kim.get(path).expect(200);
    const [, seen] = /name="seen" value="([^"]+)"/.exec(text)!;
    await api.patch(`/v0/persons/${ada.personId}`, { name: 'Theirs' }).expect(200);
    const refused = await kim.fill(path, { name: 'Mine', seen: unescaped(seen!) }, 412);
    expect(refused.text).toContain('role="alert"');
    expect(await persons.read(ada)).toMatchObject({ name: 'Theirs' });
    // Now the person knows.
    await kim.post(path, fieldsIn(refused.text, path)).expect(303);
    expect(await persons.read(ada)).toMatchObject({ name: 'Mine' });
  });

  it('has a log, to which people add', async () => {
    const ada = await persons.make();
    const kim = await signedIn();
    const path = pathOf(ada);
    const entry = { type: 'first-call', note: 'She <b>likes</b> it.\r\nVery much.' };
    await kim.fill(path, entry, 303, `${path}/log`);
    const { body } = await api.get(`/v0/persons/${ada.personId}/logs`).expect(200);
    expect(body.items).toMatchObject([
      { source: 'console', type: 'first-call', payload: { note: 'She <b>likes</b> it.\nVery much.' } },
    ]);
    expect((await kim.get(path).expect(200)).text).toContain('She &lt;b>likes&lt;/b> it.');
    const empty = await kim.fill(path, { type: 'note', note: ' ' }, 400, `${path}/log`);
    expect(empty.text).toContain('id="field-note-problem"');
    const named = await kim.fill(path, { type: 'A Call', note: 'Long' }, 400, `${path}/log`);
    expect(named.text).toContain('id="field-type-problem"');
    expect(named.text).toContain('Long</textarea>');
  });

  it('shows pages, visits, forms and the log of the person', async () => {
    const site = new FormVisitor(used);
    const ada = await persons.make();
    const { personId } = ada;
    const page = await records.page({ name: 'For Ada alone' });
    const { audienceId } = await records.audience({ personId }, page.pageId);
    const visit = { audienceId, sessionStartedAt: '+1763164800000', sessionEndedAt: '+1763164890000' };
    await api.post('/v0/audience_sessions', { ...visit, hasConversion: true }).expect(201);
    const to = await site.formAt('/for-everybody');
    await site.send(to, { email: ada.email! }).expect(303);
    await api.post('/v0/person_logs', { personId, source: 'website', payload: { deep: [1] } }).expect(201);
    const kim = await signedIn();
    const text = await until(async () => {
      const shown = await kim.get(pathOf(ada)).expect(200);
      return shown.text.includes('1\u00a0min 30\u00a0s') && shown.text;
    });
    expect(text).toContain('For Ada alone');
    expect(text).toContain('<span class="badge good">Conversion</span>');
    expect(text).toContain(`<dd dir="auto">${ada.email}</dd>`);
    expect(text).toContain('by website');
    expect(text).toContain('&quot;deep&quot;');
  });

  it('shows only what the key has a right to', async () => {
    const ada = await persons.make();
    const reader = await visitor().signIn(await service.keyWith(['persons:read']));
    const { text } = await reader.get(pathOf(ada)).expect(200);
    expect(text).toContain('<h2 id="log">');
    for (const part of ['audiences', 'visits', 'submissions'])
      expect(text).not.toContain(`<h2 id="${part}">`);
    const refused = await reader.fill(pathOf(ada), { type: 'note', note: 'No' }, 403, `${pathOf(ada)}/log`);
    expect(refused.text).toContain('persons:write');
    const other = await visitor().signIn(await service.keyWith(['accounts:read']));
    expect((await other.get('/people').expect(200)).text).toContain('persons:read');
    expect((await other.get(pathOf(ada)).expect(403)).text).toContain('persons:read');
    expect((await reader.get('/people/accounts').expect(200)).text).toContain('accounts:read');
  });
});

describe('an account', () => {
  it('is created, renamed, and shows its persons and what happened', async () => {
    const kim = await signedIn();
    const sent = { domain: 'https://www.Looms.example/about', name: 'Looms' };
    const created = await kim.fill('/people/accounts/new', sent, 303);
    const [path] = String(created.headers.location).split('?');
    const empty = await kim.get(path!).expect(200);
    expect(empty.text).toContain('href="/people/new?domain=looms.example"');
    const joan = await persons.make({ name: 'Joan', email: 'joan@looms.example' });
    await kim.fill(`${path}/edit`, { name: 'Looms & Sons' }, 303);
    await kim.fill(path!, { type: 'note', note: 'Of the account' }, 303, `${path}/log`);
    await api.post('/v0/person_logs', { personId: joan.personId, source: 'shop' }).expect(201);
    const { text } = await kim.get(path!).expect(200);
    expect(text).toContain('<h1>Looms &amp; Sons</h1>');
    expect(text).toContain('Of the account');
    expect(text).toContain('by shop');
    expect(text.match(new RegExp(`href="${pathOf(joan)}"`, 'g'))).toHaveLength(2);
    const listed = await kim.get('/people/accounts?query=looms').expect(200);
    expect(listed.text).toContain(`href="${path}"`);
    expect(listed.text).toContain('1 person');
  });

  it('needs a domain', async () => {
    const kim = await signedIn();
    const { text } = await kim.fill('/people/accounts/new', { domain: '', name: '' }, 400);
    expect(text).toContain('id="field-domain-problem"');
  });
});

it("another tenant's people are not found", async () => {
  const ada = await persons.make();
  const { accountId } = await accountOf('engines.example');
  const other = await visitor().signIn(service.stranger.key);
  const path = pathOf(ada);
  for (const each of [path, `${path}/edit`, `${path}/erase`, `/people/accounts/${accountId}`])
    expect((await other.get(each).expect(404)).text).not.toContain('engines.example');
  await other.get(`/people/accounts/${accountId}/edit`).expect(404);
  const { text } = await other.get('/people/new').expect(200);
  const [, token] = /name="form_token" value="([^"]+)"/.exec(text)!;
  const sent = { form_token: token!, once: 'x'.repeat(32), name: 'Theirs', type: 'note', note: 'Theirs' };
  for (const each of [`${path}/edit`, `${path}/erase`, `${path}/log`, `/people/accounts/${accountId}/log`])
    await other.post(each, sent).expect(404);
  await other.post(`/people/accounts/${accountId}/edit`, sent).expect(404);
  expect(await persons.read(ada)).toEqual(ada);
  const { body } = await api.get(`/v0/persons/${ada.personId}/logs`).expect(200);
  expect(body.items).toEqual([]);
});

it('texts of others are never markup', async () => {
  const evil = '</h2><script>alert(1)</script>"\'';
  const profile = 'https://www.linkedin.com/in/"><script>';
  const ada = await persons.make({ name: evil, email: 'evil@evil.example' });
  await api.patch(`/v0/persons/${ada.personId}`, { linkedinProfileUrl: profile });
  const { accountId } = await accountOf('evil.example');
  await api.patch(`/v0/accounts/${accountId}`, { name: evil }).expect(200);
  const page = await records.page({ name: evil });
  const { audienceId } = await records.audience({ personId: ada.personId, customName: evil }, page.pageId);
  const visit = { audienceId, sessionStartedAt: '+1763164800000' };
  await api.post('/v0/audience_sessions', visit).expect(201);
  const payload = { [evil]: evil, note: evil };
  await api.post('/v0/person_logs', { personId: ada.personId, source: 'x', payload }).expect(201);
  const kim = await signedIn();
  for (const path of [
    ...[pathOf(ada), `${pathOf(ada)}/edit`, `${pathOf(ada)}/erase`, '/people?query=evil'],
    ...[`/people/accounts/${accountId}`, `/people/accounts/${accountId}/edit`, '/people/accounts?query=evil'],
    `/people?accountId=${accountId}`,
    '/people?query=%22%3E%3Cscript%3Ealert(1)',
  ]) {
    const { text } = await kim.get(path).expect(200);
    expect([path, text]).not.toEqual([path, expect.stringMatching(/<script>/i)]);
  }
});
