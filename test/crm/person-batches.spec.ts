import type { PersonView } from '../../src/modules/crm/dto/persons.dto.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import { apiClient } from '../support/api/api-client.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { recordedTypes } from '../support/recorded-events.js';
import { resultsOf, statusesOf } from '../support/api/batches.js';
import { useTestService } from '../support/test-service.js';

const { service, api, strangerApi } = useTestService();

let count = 0;
const newEmail = (host = 'gmail.com') => `batched-${++count}@${host}`;
const newDomain = () => `batched-${++count}.example`;
const batch = (items: object[], options: object = {}) => api.post('/v0/persons/batch', { items, ...options });
const create = async (body: object) => (await api.post('/v0/persons', body).expect(201)).body as PersonView;
const read = async ({ personId }: PersonView) =>
  (await api.get(`/v0/persons/${personId}`).expect(200)).body as PersonView;
const lookUp = (email: string) => api.post('/v0/persons/lookup', { email });
const typesOf = ({ personId }: PersonView) => recordedTypes(service, { personId });

describe('POST /v0/persons/batch', () => {
  it('makes all persons and their accounts, each with its event, as single requests would', async () => {
    const domain = newDomain();
    const items = [
      { name: 'Batch One', email: newEmail(domain), phoneNumber: '+12025550111' },
      { name: 'Batch One', domain },
      { name: 'Batch Two', email: newEmail(), linkedinProfileUrl: 'https://linkedin.com/in/two' },
    ];
    const results = resultsOf<PersonView>(await batch(items).expect(200));
    expect(results.map(({ status, problem }) => [status, problem])).toEqual([
      [201, null],
      [201, null],
      [201, null],
    ]);
    const persons = results.map(({ record }) => record!);
    expect(persons).toMatchObject(items);
    expect(persons.map(({ slug }) => slug)).toEqual([
      'batch-one',
      expect.stringMatching(/^batch-one-.{6}$/),
      'batch-two',
    ]);
    for (const person of persons) {
      expect(await read(person)).toEqual(person);
      expect(await typesOf(person)).toEqual(['person.created']);
    }
    const { body: account } = await api.post('/v0/accounts', { domain }).expect(200);
    expect(account.linkedPersons).toEqual(persons.slice(0, 2));
    expect(await recordedTypes(service, { accountId: account.accountId })).toEqual(['account.created']);
  });

  it('makes no second account of a domain, and takes no slug that a person has', async () => {
    const domain = newDomain();
    const first = await create({ name: 'Slug Holder', domain });
    const [result] = resultsOf<PersonView>(await batch([{ name: 'Slug Holder', domain }]));
    const { record } = result!;
    expect(record!.slug).toMatch(/^slug-holder-.{6}$/);
    const { body: account } = await api.post('/v0/accounts', { domain }).expect(200);
    expect(account.linkedPersons).toEqual([first, record]);
  });
});

describe('an address that a person has, in a batch,', () => {
  const known = async (host?: string) => create({ name: 'Known', email: newEmail(host) });
  const itemFor = ({ email }: PersonView, change: object = {}) => ({ name: 'Changed', email, ...change });

  it('refuses the item, and in an atomic batch all items', async () => {
    const person = await known();
    const free = newEmail();
    const items = [{ name: 'Free', email: free }, itemFor(person)];
    const { body: problem } = await batch(items).expect(409);
    const fault = { pointer: '/items/1/email', code: 'email_taken', conflictsWith: person.personId };
    expect(problem).toMatchObject({ code: 'email_taken', errors: [fault] });
    await lookUp(free).expect(404);
    const [made, refused] = resultsOf<PersonView>(await batch(items, { mode: 'each' }).expect(200));
    expect(made).toMatchObject({ status: 201, record: { email: free } });
    expect(refused).toMatchObject({ status: 409, record: null, problem: { errors: [fault] } });
    expect(await read(person)).toEqual(person);
  });

  it('refuses an atomic batch with the places of all such items', async () => {
    const [one, two] = [await known(), await known()];
    const { body: problem } = await batch([itemFor(one), { name: 'Free' }, itemFor(two)]).expect(409);
    expect(problem.errors).toMatchObject([{ pointer: '/items/0/email' }, { pointer: '/items/2/email' }]);
    expect(problem.detail).toMatch(/^2 of 3 items are refused/);
  });

  it('returns the person unchanged with `skip`', async () => {
    const person = await known();
    const domain = newDomain();
    const item = itemFor(person, { email: person.email!.toUpperCase(), domain });
    const [result] = resultsOf(await batch([item], { onConflict: 'skip' }).expect(200));
    expect(result).toEqual({ status: 200, record: person, problem: null });
    expect(await typesOf(person)).toEqual(['person.created']);
    // The domain of the item is of no person.
    await api.post('/v0/accounts', { domain }).expect(201);
  });

  it('changes the given fields with `update`, and moves the person with its log to another account', async () => {
    const person = await known(newDomain());
    const unchanged = await known();
    await api.post('/v0/person_logs', { personId: person.personId, source: 's' }).expect(201);
    const domain = newDomain();
    const items = [
      itemFor(person, { domain, email: person.email!.toUpperCase() }),
      itemFor(unchanged, { name: 'Known' }),
    ];
    const [changed, same] = resultsOf<PersonView>(await batch(items, { onConflict: 'update' }).expect(200));
    const { updatedAt } = changed!.record!;
    expect(changed).toEqual({
      status: 200,
      record: { ...person, name: 'Changed', domain, updatedAt },
      problem: null,
    });
    expect(await read(person)).toEqual(changed!.record);
    expect(same).toEqual({ status: 200, record: unchanged, problem: null });
    expect(await typesOf(person)).toEqual(['person.created', 'person.log.created', 'person.updated']);
    expect(await typesOf(unchanged)).toEqual(['person.created']);
    const { body: account } = await api.post('/v0/accounts', { domain }).expect(200);
    expect(account.linkedPersons).toEqual([changed!.record]);
    const { body: activity } = await api.get(`/v0/accounts/${account.accountId}/activity`).expect(200);
    expect(activity.items).toMatchObject([{ personId: person.personId }]);
  });

  it('is found by searches with what an update has changed', async () => {
    const person = await known();
    const name = `Findable ${newEmail()}`;
    await batch([itemFor(person, { name })], { onConflict: 'update' }).expect(200);
    const { body } = await api.get(`/v0/persons/search?query=${encodeURIComponent(name)}`).expect(200);
    expect(body.items).toMatchObject([{ personId: person.personId }]);
  });

  it('shows no person to a key that may not read', async () => {
    const writer = apiClient(service.url, await service.keyWith(['persons:write']));
    const person = await known();
    const body = { items: [{ name: 'Free' }, itemFor(person)], onConflict: 'skip', mode: 'each' };
    const [made, refused] = resultsOf(await writer.post('/v0/persons/batch', body).expect(200));
    expect(made!.status).toBe(201);
    expect(refused).toMatchObject({ status: 403, record: null, problem: { code: 'missing_scope' } });
    const { body: problem } = await writer.post('/v0/persons/batch', { ...body, mode: 'atomic' }).expect(403);
    expect(problem.errors).toMatchObject([{ pointer: '/items/1', code: 'missing_scope' }]);
    const conflict = await writer.post('/v0/persons/batch', { items: [itemFor(person)] }).expect(409);
    expect(conflict.body.errors[0]).not.toHaveProperty('conflictsWith');
  });

  it('is free in another tenant', async () => {
    const person = await known();
    const body = { items: [itemFor(person)], onConflict: 'update' };
    const [result] = resultsOf<PersonView>(await strangerApi.post('/v0/persons/batch', body).expect(200));
    expect(result!.status).toBe(201);
    expect(await read(person)).toEqual(person);
  });
});

describe('an address that two items of a batch have', () => {
  const twice = (email = newEmail()) => [
    { name: 'First', email },
    { name: 'Second', email: email.toUpperCase(), phoneNumber: '+12025550122' },
  ];

  it('refuses the second', async () => {
    const items = twice();
    const { body: problem } = await batch(items).expect(409);
    expect(problem.errors).toEqual([
      { pointer: '/items/1/email', code: 'email_taken', message: expect.any(String) },
    ]);
    await lookUp(items[0]!.email).expect(404);
    const [first, second] = resultsOf<PersonView>(await batch(items, { mode: 'each' }).expect(200));
    expect(second!.problem!.errors).toMatchObject([{ conflictsWith: first!.record!.personId }]);
  });

  it('gives both the person of the first with `skip`', async () => {
    const [first, second] = resultsOf<PersonView>(await batch(twice(), { onConflict: 'skip' }).expect(200));
    expect([first!.status, second!.status]).toEqual([201, 200]);
    expect(second!.record).toEqual(first!.record);
  });

  it('makes the person of the first and changes it with `update`', async () => {
    const [first, second] = resultsOf<PersonView>(await batch(twice(), { onConflict: 'update' }).expect(200));
    expect([first!.status, second!.status]).toEqual([201, 200]);
    const { email, slug } = first!.record!;
    expect(second!.record).toMatchObject({ name: 'Second', email, slug, phoneNumber: '+12025550122' });
    expect(await read(first!.record!)).toEqual(second!.record);
    expect(await typesOf(first!.record!)).toEqual(['person.created', 'person.updated']);
  });
});

describe('while another transaction is open,', () => {
  const uuidIn = ({ personId }: PersonView) => uuidOf('person', personId)!;
  const insert = `insert into person (tenant_id, id, name, slug, email_key, search_text, created_at, updated_at)
    values ($1, gen_random_uuid(), 'Theirs', $2, $3, '', now(), now())`;

  it('two batches with the same persons in opposite order wait for each other, and none fails', async () => {
    const persons = [];
    for (let made = 0; made < 5; made++)
      persons.push(await create({ name: 'Both', email: newEmail(newDomain()) }));
    const middle = persons[2]!;
    const fresh = Array.from({ length: 5 }, () => ({ name: 'Both Fresh', email: newEmail(newDomain()) }));
    const items = [...persons.map(({ email }) => ({ name: 'Both Changed', email })), ...fresh];
    const held = await HeldTransaction.begin(service, 'select from person where id = $1 for update', [
      uuidIn(middle),
    ]);
    const first = await held.holdsUp(batch(items, { onConflict: 'update' }));
    const second = batch(items.toReversed(), { onConflict: 'update' }).then((answer) => answer);
    await held.commit();
    expect(statusesOf(await first.result)).toEqual([...Array(5).fill(200), ...Array(5).fill(201)]);
    expect(statusesOf(await second)).toEqual(Array(10).fill(200));
  });

  it('a batch waits for an address that another process takes, and treats it as taken', async () => {
    const [email, free] = [newEmail(), newEmail()];
    const held = await HeldTransaction.begin(service, insert, [service.home.id, email, email]);
    const items = [
      { name: 'Mine', email: free },
      { name: 'Mine', email },
    ];
    const answer = await held.commitAheadOf(batch(items, { mode: 'each' }).expect(200));
    expect(statusesOf(answer)).toEqual([201, 409]);
    expect((await lookUp(free).expect(200)).body.name).toBe('Mine');
  });

  it('a batch waits for a slug that another process takes, and takes another one', async () => {
    const held = await HeldTransaction.begin(service, insert, [service.home.id, 'contested-slug', null]);
    const answer = await held.commitAheadOf(batch([{ name: 'Contested Slug' }]).expect(200));
    expect(resultsOf<PersonView>(answer)[0]!.record!.slug).toMatch(/^contested-slug-.{6}$/);
  });

  it('an erasure waits for a batch about the person, and leaves nothing of it', async () => {
    const person = await create({ name: 'To Erase', email: newEmail() });
    const other = await create({ name: 'Other', email: newEmail() });
    const held = await HeldTransaction.begin(service, 'select from person where id = $1 for update', [
      uuidIn(other),
    ]);
    const items = [person, other].map(({ email }) => ({ name: 'Erased In Batch', email }));
    const sent = batch(items, { onConflict: 'update' }).set('idempotency-key', person.personId);
    const waiting = await held.holdsUp(sent.expect(200));
    const erased = api.delete(`/v0/persons/${person.personId}?erase=true`).then((answer) => answer);
    await held.holdsUp(erased, 2);
    await held.commit();
    await waiting.result;
    expect((await erased).status).toBe(200);
    expect((await erased).body.erased).toMatchObject({ storedAnswers: 1 });
    expect(await typesOf(person)).toEqual(['person.deleted', 'person.erased']);
    await lookUp(person.email!).expect(404);
  });

  it('a batch waits for the erasure of its person, and makes a new one', async () => {
    const person = await create({ name: 'Erased First', email: newEmail() });
    const held = await HeldTransaction.begin(service, 'delete from person where id = $1', [uuidIn(person)]);
    const items = [{ name: 'Anew', email: person.email! }];
    const answer = await held.commitAheadOf(batch(items, { onConflict: 'update' }).expect(200));
    const [result] = resultsOf<PersonView>(answer);
    expect(result!.status).toBe(201);
    expect(result!.record!.personId).not.toBe(person.personId);
  });
});
