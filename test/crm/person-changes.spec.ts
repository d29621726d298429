import type { PersonView } from '../../src/modules/crm/dto/persons.dto.js';
import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { recordedTypes } from '../support/recorded-events.js';
import { useTestService } from '../support/test-service.js';
import { titled } from '../support/titled.js';

const { service, api } = useTestService();

async function create(body: object): Promise<PersonView> {
  return (await api.post('/v0/persons', body).expect(201)).body as PersonView;
}

async function linked(domain: string): Promise<string[]> {
  const { body } = await api.post('/v0/accounts', { domain });
  return (body.linkedPersons as PersonView[]).map((person) => person.personId);
}

const pathOf = ({ personId }: PersonView) => `/v0/persons/${personId}`;

describe('PATCH /v0/persons/{person_id}', () => {
  const FULL = {
    name: 'Grace Hopper',
    email: 'grace@navy.example',
    domain: 'hopper.example',
    phoneNumber: '+12025550101',
    linkedinProfileUrl: 'https://linkedin.com/in/grace',
  };

  it('changes what is given and leaves the rest, the slug too', async () => {
    const person = await create(FULL);
    const { body } = await api.patch(pathOf(person), { name: 'Amazing Grace' }).expect(200);
    expect(body).toEqual({ ...person, name: 'Amazing Grace', updatedAt: body.updatedAt });
    expect((await api.get(pathOf(person))).body).toEqual(body);
    await api.delete(pathOf(person)).expect(200);
  });

  it.each(['email', 'domain', 'phoneNumber', 'linkedinProfileUrl'])('clears %s with null', async (field) => {
    const person = await create(FULL);
    const { body } = await api.patch(pathOf(person), { [field]: null }).expect(200);
    expect(body).toEqual({ ...person, [field]: null, updatedAt: body.updatedAt });
    expect((await api.get(pathOf(person))).body).toEqual(body);
    await api.delete(pathOf(person)).expect(200);
  });

  it('moves the person to the account of the new domain, which is made if it is missing', async () => {
    const person = await create({ name: 'Mover', domain: 'from.example' });
    expect(await linked('from.example')).toEqual([person.personId]);
    await api.patch(pathOf(person), { domain: 'http://TO.example/' }).expect(200);
    expect(await linked('from.example')).toEqual([]);
    expect(await linked('to.example')).toEqual([person.personId]);
    await api.patch(pathOf(person), { domain: null }).expect(200);
    expect(await linked('to.example')).toEqual([]);
  });

  it('lets an address bring a domain to whoever has none, and to nobody else', async () => {
    const person = await create({ name: 'Nomad' });
    const patched = async (change: object) => (await api.patch(pathOf(person), change).expect(200)).body;
    expect(await patched({ email: 'nomad@gmail.com' })).toMatchObject({ domain: null });
    expect(await patched({ email: 'nomad@brought.example', domain: null })).toMatchObject({ domain: null });
    expect(await patched({ email: 'nomad@brought.example' })).toMatchObject({ domain: 'brought.example' });
    expect(await patched({ email: 'nomad@other.example' })).toMatchObject({ domain: 'brought.example' });
    expect(await linked('brought.example')).toEqual([person.personId]);
  });

  it('refuses the address of another, but not its own', async () => {
    const person = await create({ name: 'Owner', email: 'owner@own.example' });
    await api.patch(pathOf(person), { email: 'OWNER@own.example' }).expect(200);
    const { body } = await api.patch(pathOf(person), { email: 'Jane@example.com' }).expect(409);
    expect(body.code).toBe('email_taken');
    expect((await api.get(pathOf(person))).body.email).toBe('OWNER@own.example');
  });

  it.each([`?, $1, ??, :name`, `' or '1'='1`, '\\', '"\\\'', '{"$ne": 1}', '🎉\u2028\n'])(
    'keeps %j as it was written',
    async (text) => {
      const person = await create({ name: 'Quoted' });
      const change = { name: text, linkedinProfileUrl: text.repeat(100) };
      expect((await api.patch(pathOf(person), change).expect(200)).body).toMatchObject(change);
      expect((await api.get(pathOf(person))).body).toMatchObject(change);
    },
  );

  it('is found by what it is now', async () => {
    const person = await create({ name: 'Findable Before' });
    await api.patch(pathOf(person), { name: 'Findable After' }).expect(200);
    const count = async (query: string) =>
      (await api.get(`/v0/persons/search?query=${query}`).expect(200)).body.totalCount as number;
    expect([await count('findable before'), await count('findable after')]).toEqual([0, 1]);
  });

  it.each(
    titled([
      [{ name: null }, '/name', 'wrong_type'],
      [{ name: '' }, '/name', 'too_short'],
      [{ name: 'x'.repeat(256) }, '/name', 'too_long'],
      [{ email: 'x' }, '/email', 'wrong_email'],
      [{ domain: 'x y' }, '/domain', 'wrong_domain'],
      [{ phoneNumber: '123' }, '/phoneNumber', 'wrong_pattern'],
      [{ linkedinProfileUrl: '' }, '/linkedinProfileUrl', 'too_short'],
      [{ slug: 'x' }, '/slug', 'unknown_property'],
      [{ deletedAt: null }, '/deletedAt', 'unknown_property'],
    ] as const),
  )('refuses %s', async (_, [change, pointer, code]) => {
    const { body } = await api.patch(`/v0/persons/${exampleId('person')}`, change).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ pointer, code })]);
  });
});

describe('a deleted person', () => {
  it('is answered as it was, and gone from then on', async () => {
    const person = await create({ name: 'Gone', email: 'gone@gone.example' });
    expect((await api.delete(pathOf(person)).expect(200)).body).toEqual(person);
    await api.get(pathOf(person)).expect(404);
    await api.patch(pathOf(person), { name: 'Back' }).expect(404);
    await api.delete(pathOf(person)).expect(404);
    expect((await api.get('/v0/persons/search?query=gone@gone').expect(200)).body.items).toEqual([]);
    const { body } = await api.get('/v0/persons?limit=100').expect(200);
    expect((body.items as PersonView[]).map((each) => each.personId)).not.toContain(person.personId);
    expect(await linked('gone.example')).toEqual([]);
  });

  it('comes back with restore, which can be repeated', async () => {
    const person = await create({ name: 'Back', email: 'back@back.example' });
    await api.delete(pathOf(person)).expect(200);
    const { body } = await api.post(`${pathOf(person)}/restore`, {}).expect(200);
    expect(body).toEqual({ ...person, updatedAt: body.updatedAt });
    expect((await api.post(`${pathOf(person)}/restore`).expect(200)).body).toEqual(body);
    expect((await api.get(pathOf(person)).expect(200)).body).toEqual(body);
    expect(await linked('back.example')).toEqual([person.personId]);
    expect((await api.get('/v0/persons/search?query=back@back').expect(200)).body.items).toEqual([body]);
  });

  it('leaves its address to others, and can not come back while one has it', async () => {
    const first = await create({ name: 'First', email: 'shared@shared.example' });
    await api.delete(pathOf(first)).expect(200);
    const second = await create({ name: 'Second', email: 'Shared@shared.example' });
    const { body } = await api.post(`${pathOf(first)}/restore`).expect(409);
    expect(body.code).toBe('email_taken');
    await api.delete(pathOf(second)).expect(200);
    await api.post(`${pathOf(first)}/restore`).expect(200);
  });

  it('is restored with nothing in the body', async () => {
    const { body } = await api.post(`/v0/persons/${exampleId('person')}/restore`, { name: 'x' }).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ pointer: '/name', code: 'unknown_property' })]);
  });
});

it('every change of a person is recorded', async () => {
  const person = await create({ name: 'Recorded', domain: 'recorded.example' });
  await api.patch(pathOf(person), { name: 'Changed' }).expect(200);
  await api.delete(pathOf(person)).expect(200);
  await api.post(`${pathOf(person)}/restore`).expect(200);
  await api.post(`${pathOf(person)}/restore`).expect(200);
  expect(await recordedTypes(service, { personId: person.personId })).toEqual([
    'person.created',
    'person.updated',
    'person.deleted',
    'person.restored',
  ]);
});
