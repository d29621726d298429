import type { PersonView } from '../../src/modules/crm/dto/persons.dto.js';
import { apiClient } from '../support/api/api-client.js';
import { AT_ONCE, atOnce, MANY_CONNECTIONS } from '../support/api/at-once.js';
import { recordedTypes } from '../support/recorded-events.js';
import { useTestService } from '../support/test-service.js';
import { titled } from '../support/titled.js';

const { service, api, strangerApi } = useTestService(MANY_CONNECTIONS);

let count = 0;
const newEmail = (host = 'gmail.com') => `upserted-${++count}@${host}`;
const upsert = (body: object) => api.post('/v0/persons/upsert', body);
const lookUp = (email: string) => api.post('/v0/persons/lookup', { email });

async function created(body: object): Promise<PersonView> {
  return (await upsert(body).expect(201)).body as PersonView;
}

describe('POST /v0/persons/upsert', () => {
  const FULL = {
    name: 'Grace Hopper',
    domain: 'hopper.example',
    phoneNumber: '+12025550101',
    linkedinProfileUrl: 'https://linkedin.com/in/grace',
  };

  it('makes a person of a new address', async () => {
    const email = newEmail();
    const person = await created({ ...FULL, email });
    expect(person).toMatchObject({ ...FULL, email, slug: 'grace-hopper' });
    expect((await api.get(`/v0/persons/${person.personId}`).expect(200)).body).toEqual(person);
    expect(await recordedTypes(service, { personId: person.personId })).toEqual(['person.created']);
  });

  it('shows no person to a key that may not read, who would learn it from the address alone', async () => {
    const writer = apiClient(service.url, await service.keyWith(['persons:write']));
    const email = newEmail();
    await writer.post('/v0/persons/upsert', { email }).expect(201);
    const { body } = await writer.post('/v0/persons/upsert', { email, name: 'Changed' }).expect(403);
    expect(body.code).toBe('missing_scope');
    expect((await lookUp(email).expect(200)).body.name).not.toBe('Changed');
  });

  it('needs no more than an address', async () => {
    const email = newEmail('navy.example');
    const [name] = email.split('@');
    expect(await created({ email })).toMatchObject({ email, name, domain: 'navy.example' });
    expect(await created({ email: newEmail('navy.example'), domain: null })).toMatchObject({ domain: null });
  });

  it('changes what is given of a known person, and leaves the rest, the spelling of the address too', async () => {
    const email = newEmail();
    const person = await created({ ...FULL, email });
    const { body } = await upsert({ email: email.toUpperCase(), name: 'Amazing', phoneNumber: null }).expect(
      200,
    );
    expect(body).toEqual({ ...person, name: 'Amazing', phoneNumber: null, updatedAt: body.updatedAt });
    expect((await api.get(`/v0/persons/${person.personId}`)).body).toEqual(body);
    const types = await recordedTypes(service, { personId: person.personId });
    expect(types).toEqual(['person.created', 'person.updated']);
  });

  it('moves the person to the account of another domain', async () => {
    const email = newEmail();
    const { personId } = await created({ email, domain: 'one.example' });
    await upsert({ email, domain: 'https://Two.example/' }).expect(200);
    const { body } = await api.post('/v0/accounts', { domain: 'two.example' }).expect(200);
    expect(body.linkedPersons).toMatchObject([{ personId }]);
  });

  it.each(titled([{}, FULL]))('changes nothing where nothing differs: %s', async (_title, given) => {
    const email = newEmail();
    const person = await created({ ...FULL, email });
    expect((await upsert({ email, ...given }).expect(200)).body).toEqual(person);
    expect(await recordedTypes(service, { personId: person.personId })).toEqual(['person.created']);
  });

  it('makes another person where the one with the address is deleted', async () => {
    const email = newEmail();
    const { personId } = await created({ email });
    await api.delete(`/v0/persons/${personId}`).expect(200);
    expect((await created({ email })).personId).not.toBe(personId);
  });

  it('does not find the persons of other tenants', async () => {
    const email = newEmail();
    const { personId } = await created({ email });
    const { body } = await strangerApi.post('/v0/persons/upsert', { email, name: 'Theirs' }).expect(201);
    expect(body.personId).not.toBe(personId);
    expect((await lookUp(email).expect(200)).body.name).not.toBe('Theirs');
  });

  it('gives a repeat with its key the first answer', async () => {
    const email = newEmail();
    const send = () => upsert({ email, name: 'Once' }).set('idempotency-key', email);
    const first = await send().expect(201);
    await upsert({ email, name: 'Since' }).expect(200);
    const again = await send().expect(201);
    expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
    expect((await lookUp(email)).body.name).toBe('Since');
  });

  it.each(
    titled([
      [{}, '/email', 'required'],
      [{ email: null }, '/email', 'wrong_type'],
      [{ email: 'nobody' }, '/email', 'wrong_email'],
      [{ email: 'a@b.example', name: null }, '/name', 'wrong_type'],
      [{ email: 'a@b.example', phoneNumber: '1' }, '/phoneNumber', 'wrong_pattern'],
      [{ email: 'a@b.example', slug: 'a' }, '/slug', 'unknown_property'],
    ] as const),
  )('refuses %s', async (_title, [body, pointer, code]) => {
    const { body: problem } = await upsert(body).expect(400);
    expect(problem.errors).toMatchObject([{ pointer, code }]);
  });

  it('makes one person of many parallel requests with a new address', async () => {
    const email = newEmail();
    const answers = await atOnce(service, () => upsert({ email, name: 'Same' }));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(AT_ONCE - 1).fill(200), 201]);
    const ids = new Set(answers.map(({ body }) => (body as PersonView).personId));
    expect(ids.size).toBe(1);
    expect(await recordedTypes(service, { personId: [...ids][0]! })).toEqual(['person.created']);
  });
});

describe('POST /v0/persons/lookup', () => {
  it('finds the person with an address, however it is written', async () => {
    const email = newEmail('lookup.example');
    const person = await created({ email, name: 'Found' });
    const answer = await lookUp(email.toUpperCase()).expect(200);
    expect(answer.body).toEqual(person);
    const read = await api.get(`/v0/persons/${person.personId}`);
    expect(answer.headers.etag).toBe(read.headers.etag);
  });

  it('tells that nobody has the address, also where the person was deleted', async () => {
    const email = newEmail();
    const { personId } = await created({ email });
    expect((await lookUp(newEmail()).expect(404)).body.code).toBe('person_not_found');
    expect((await strangerApi.post('/v0/persons/lookup', { email }).expect(404)).body.code).toBe(
      'person_not_found',
    );
    await api.delete(`/v0/persons/${personId}`).expect(200);
    await lookUp(email).expect(404);
  });

  it('reads anew with each request, whatever its key', async () => {
    const email = newEmail();
    const send = () => lookUp(email).set('idempotency-key', email);
    await send().expect(404);
    await created({ email, name: 'First' });
    expect((await send().expect(200)).body.name).toBe('First');
    await upsert({ email, name: 'Second' }).expect(200);
    expect((await send().expect(200)).body.name).toBe('Second');
  });

  it.each(
    titled([
      [{}, 'required'],
      [{ email: 'nobody' }, 'wrong_email'],
    ] as const),
  )('refuses %s', async (_title, [body, code]) => {
    const { body: problem } = await api.post('/v0/persons/lookup', body).expect(400);
    expect(problem.errors).toMatchObject([{ pointer: '/email', code }]);
  });
});
