import type { PersonView } from '../../src/modules/crm/dto/persons.dto.js';
import { useTestService } from '../support/test-service.js';
import { WIRE_TIME, unknownId } from '../support/api/wire-values.js';
import { titled } from '../support/titled.js';

const UNKNOWN = unknownId('person');

const { api, strangerApi } = useTestService();

async function create(body: object): Promise<PersonView> {
  return (await api.post('/v0/persons', body).expect(201)).body as PersonView;
}

describe('POST /v0/persons', () => {
  it('makes a person and answers it whole', async () => {
    const { body } = await api
      .post('/v0/persons', {
        name: 'Ada Lovelace',
        email: 'Ada@Engines.example',
        domain: 'https://www.Lovelace.example/about',
        phoneNumber: '+442079460123',
        linkedinProfileUrl: 'https://www.linkedin.com/in/ada',
      })
      .expect(201);
    expect(body).toEqual({
      personId: expect.stringMatching(/^person_[0-9a-z]{26}$/),
      name: 'Ada Lovelace',
      email: 'Ada@Engines.example',
      domain: 'lovelace.example',
      slug: 'ada-lovelace',
      phoneNumber: '+442079460123',
      linkedinProfileUrl: 'https://www.linkedin.com/in/ada',
      createdAt: expect.stringMatching(WIRE_TIME),
      updatedAt: expect.stringMatching(WIRE_TIME),
    });
    expect((await api.get(`/v0/persons/${body.personId}`).expect(200)).body).toEqual(body);
  });

  it('needs no more than a name', async () => {
    const person = await create({ name: 'X' });
    expect(person).toMatchObject({ email: null, domain: null, phoneNumber: null, linkedinProfileUrl: null });
    expect((await api.get(`/v0/persons/${person.personId}`)).body).toEqual(person);
  });

  it('takes the domain from the address, unless it is one of free mail', async () => {
    expect((await create({ name: 'X', email: 'x@Bücher.example' })).domain).toBe('xn--bcher-kva.example');
    expect((await create({ name: 'X', email: 'x@gmail.com' })).domain).toBeNull();
    expect((await create({ name: 'X', email: 'y@gmail.com', domain: 'own.example' })).domain).toBe(
      'own.example',
    );
    expect((await create({ name: 'X', domain: 'gmail.com' })).domain).toBe('gmail.com');
  });

  it('gives persons of one name slugs of their own, also in place of a deleted one', async () => {
    const first = await create({ name: 'Max Müller' });
    expect(first.slug).toBe('max-muller');
    expect((await create({ name: 'Max Muller' })).slug).toMatch(/^max-muller-[a-z0-9]{6}$/);
    await api.delete(`/v0/persons/${first.personId}`).expect(200);
    expect((await create({ name: 'Max Müller' })).slug).toMatch(/^max-muller-[a-z0-9]{6}$/);
  });

  it('lets other tenants have the same slugs and addresses', async () => {
    const { body } = await strangerApi
      .post('/v0/persons', { name: 'Jane Doe', email: 'jane@example.com' })
      .expect(201);
    expect(body.slug).toBe('jane-doe');
  });

  it.each(['jane@example.com', 'JANE@Example.COM'])('refuses the address of another: %s', async (email) => {
    const { body } = await api.post('/v0/persons', { name: 'Somebody', email }).expect(409);
    expect(body).toMatchObject({ code: 'email_taken', detail: 'Another person has this email address.' });
  });

  it('makes no account where the person is refused', async () => {
    const refused = { name: 'Somebody', email: 'jane@example.com', domain: 'never.example' };
    await api.post('/v0/persons', refused).expect(409);
    const { body } = await api.get('/v0/accounts?query=never.example').expect(200);
    expect(body.totalCount).toBe(0);
  });

  it.each(
    titled([
      [{}, '/name', 'required'],
      [{ name: '' }, '/name', 'too_short'],
      [{ name: 'x'.repeat(256) }, '/name', 'too_long'],
      [{ name: null }, '/name', 'wrong_type'],
      [{ name: 'X', email: null }, '/email', 'wrong_type'],
      [{ name: 'X', email: '' }, '/email', 'wrong_email'],
      [{ name: 'X', email: 'not an address' }, '/email', 'wrong_email'],
      [{ name: 'X', email: `${'x'.repeat(320)}@example.com` }, '/email', 'wrong_email'],
      [{ name: 'X', email: { $ne: '' } }, '/email', 'wrong_type'],
      [{ name: 'X', domain: '' }, '/domain', 'too_short'],
      [{ name: 'X', domain: 'no domain' }, '/domain', 'wrong_domain'],
      [{ name: 'X', domain: 'x'.repeat(100_000) }, '/domain', 'wrong_domain'],
      [{ name: 'X', domain: 7 }, '/domain', 'wrong_type'],
      [{ name: 'X', phoneNumber: '+0123' }, '/phoneNumber', 'wrong_pattern'],
      [{ name: 'X', phoneNumber: '+1' }, '/phoneNumber', 'wrong_pattern'],
      [{ name: 'X', phoneNumber: `+${'1'.repeat(16)}` }, '/phoneNumber', 'wrong_pattern'],
      [{ name: 'X', linkedinProfileUrl: '' }, '/linkedinProfileUrl', 'too_short'],
      [{ name: 'X', linkedinProfileUrl: 'x'.repeat(2049) }, '/linkedinProfileUrl', 'too_long'],
      [{ name: 'X', slug: 'mine' }, '/slug', 'unknown_property'],
    ] as const),
  )('refuses %s', async (_, [person, pointer, code]) => {
    const { body } = await api.post('/v0/persons', person).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ pointer, code })]);
  });

  it.each(
    titled([
      { name: 'x'.repeat(255) },
      { name: '🎉'.repeat(255) },
      { name: 'X', phoneNumber: '+12' },
      { name: 'X', phoneNumber: `+${'1'.repeat(15)}` },
      { name: 'X', linkedinProfileUrl: 'x' },
      {
        name: 'X',
        linkedinProfileUrl: 'ü'.repeat(2048),
      },
      { name: 'X', domain: 'x' },
      {
        name: '界'.repeat(255),
        email: `${'界'.repeat(64)}@${'x'.repeat(63)}.example`,
        domain: `${'y.'.repeat(120)}example`,
      },
    ]),
  )('takes %s', async (_, person) => {
    const made = await create(person);
    expect(made).toMatchObject(person);
    expect((await api.get(`/v0/persons/${made.personId}`).expect(200)).body).toEqual(made);
  });
});

describe('GET /v0/persons/{person_id}', () => {
  it.each([UNKNOWN, 'person_x', 'account_01je7nqt00e00800000000000a', '%00', 'search_'])(
    'answers 404 for %s',
    async (id) => {
      const { body } = await api.get(`/v0/persons/${id}`).expect(404);
      expect(body.code).toBe('person_not_found');
    },
  );
});
