import { Records } from '../../pages/records.js';
import { useConsole } from '../console-visitor.js';
import { MadePersons, pathOf } from './made-persons.js';

const { service, api, visitor, signedIn } = useConsole({ ROLE: 'all' });
const records = new Records(api);
const persons = new MadePersons(api);

describe('an erasure', () => {
  it('says what it destroys, and destroys it', async () => {
    const ada = await persons.make({ name: 'Ada Erased' });
    const { personId } = ada;
    const page = await records.page({ name: 'A page for her' });
    const audience = await records.audience({ personId }, page.pageId);
    const target = { targetType: 'audience', audienceId: audience.audienceId };
    await api.post('/v0/page_links', { path: '/for/ada-erased', target }).expect(201);
    for (const type of ['one', 'two'])
      await api.post('/v0/person_logs', { personId, source: 'website', type }).expect(201);
    const kim = await signedIn();
    const path = `${pathOf(ada)}/erase`;
    const { text } = await kim.get(path).expect(200);
    for (const said of ['Ada Erased', ada.email!, '2 log entries', '0 forms', 'A page for her', 'backups'])
      expect(text).toContain(said);
    await persons.read(ada);
    const done = await kim.fill(path, {}, 200);
    expect(done.text).toContain('All data about Ada Erased is gone.');
    expect(done.text).toContain('<code>/for/ada-erased</code>');
    expect(done.text).toMatch(/<dt>Log entries<\/dt><dd>2<\/dd>/);
    await api.get(`/v0/persons/${personId}`).expect(404);
    await api.post(`/v0/persons/${personId}/restore`).expect(404);
    const { body } = await api.get(`/v0/pages/${page.pageId}/audiences/${audience.audienceId}`).expect(200);
    expect(body.personId).toBeNull();
    expect((await kim.get(`/people?query=${ada.email}`).expect(200)).text).toContain('Nobody fits');
    await kim.get(path).expect(404);
  });

  it('of an address that many others mention wants their number confirmed', async () => {
    const ada = await persons.make();
    const payload = { said: `Write to ${ada.email}` };
    const items = Array.from({ length: 101 }, () => ({
      domain: 'mentions.example',
      source: 'mail',
      payload,
    }));
    await api.post('/v0/account_logs/batch', { mode: 'atomic', items }).expect(200);
    const kim = await signedIn();
    const path = `${pathOf(ada)}/erase`;
    const refused = await kim.fill(path, {}, 409);
    expect(refused.text).toContain('id="field-maxMentions-problem"');
    expect(refused.text).toContain('101 records');
    await persons.read(ada);
    const few = await kim.fill(path, { maxMentions: '100' }, 409);
    expect(few.text).toContain('value="100"');
    const done = await kim.fill(path, { maxMentions: '101' }, 200);
    expect(done.text).toMatch(/<dt>Texts of others<\/dt><dd>101<\/dd>/);
  });

  it('needs the right to write, and the token of the session', async () => {
    const ada = await persons.make();
    const path = `${pathOf(ada)}/erase`;
    const reader = await visitor().signIn(await service.keyWith(['persons:read']));
    expect((await reader.fill(path, {}, 403)).text).toContain('persons:write');
    await (await signedIn()).post(path).expect(403);
    await persons.read(ada);
  });
});
