import type { AccountView } from '../../src/modules/crm/dto/accounts.dto.js';
import type { PersonLogView } from '../../src/modules/crm/dto/person-logs.dto.js';
import type { PersonView } from '../../src/modules/crm/dto/persons.dto.js';
import { newUuid, uuidOf, wireId } from '../../src/shared/kernel/ids.js';
import { Records } from '../pages/records.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { useTestService } from '../support/test-service.js';

const { service, api } = useTestService();
const records = new Records(api);

const create = async (body: object) => (await api.post('/v0/persons', body).expect(201)).body as PersonView;
const log = (body: object) => api.post('/v0/person_logs', { source: 's', ...body });
const uuidIn = ({ personId }: PersonView) => uuidOf('person', personId)!;

let count = 0;
const newEmail = () => `locked${++count}@gmail.com`;

/** Another process makes a person, and has not committed it yet. */
async function madeByAnother(
  { slug = newUuid(), ...rest }: { slug?: string; email?: string; email_key?: string; phone_number?: string },
  held?: HeldTransaction,
): Promise<{ held: HeldTransaction; personId: string }> {
  const id = newUuid();
  const columns = { tenant_id: service.home.id, id, name: 'Theirs', slug, search_text: '', ...rest };
  const values = Object.values(columns);
  held ??= await HeldTransaction.begin(service);
  await held.query(
    `insert into person (created_at, updated_at, ${Object.keys(columns).join(', ')})
     values (now(), now(), ${values.map((_, at) => `$${at + 1}`).join(', ')})`,
    values,
  );
  return { held, personId: wireId('person', id) };
}

const lockedByAnother = (person: PersonView) =>
  HeldTransaction.begin(service, 'select from person where id = $1 for update', [uuidIn(person)]);

describe('while another process makes a person,', () => {
  it('a new person with the same address waits, and is refused', async () => {
    const email = newEmail();
    const { held, personId } = await madeByAnother({ email_key: email });
    const { body } = await held.commitAheadOf(api.post('/v0/persons', { name: 'Mine', email }).expect(409));
    expect(body.errors).toMatchObject([{ code: 'email_taken', conflictsWith: personId }]);
  });

  it('a new person with the same address waits, and is made where the other one is not', async () => {
    const email = newEmail();
    const { held } = await madeByAnother({ email_key: email });
    await held.rollbackAheadOf(api.post('/v0/persons', { name: 'Mine', email }).expect(201));
  });

  it('a new person with the same slug waits, and gets another one', async () => {
    const { held } = await madeByAnother({ slug: 'same-slug' });
    const { body } = await held.commitAheadOf(api.post('/v0/persons', { name: 'Same slug' }).expect(201));
    expect(body.slug).toMatch(/^same-slug-./);
  });

  it('a change to the same address waits, and is refused', async () => {
    const email = newEmail();
    const mine = await create({ name: 'Mine' });
    const { held, personId } = await madeByAnother({ email_key: email });
    const { body } = await held.commitAheadOf(
      api.patch(`/v0/persons/${mine.personId}`, { email }).expect(409),
    );
    expect(body.errors).toMatchObject([{ code: 'email_taken', conflictsWith: personId }]);
  });

  it('an upsert of the same address waits, and changes that person', async () => {
    const email = newEmail();
    const { held, personId } = await madeByAnother({ email_key: email, email });
    const upsert = api.post('/v0/persons/upsert', { email, name: 'Mine' });
    const { body } = await held.commitAheadOf(upsert.expect(200));
    expect(body).toMatchObject({ personId, name: 'Mine' });
  });

  it('an upsert of the same address waits, and makes a person where the other one is not', async () => {
    const email = newEmail();
    const { held } = await madeByAnother({ email_key: email, email });
    await held.rollbackAheadOf(api.post('/v0/persons/upsert', { email }).expect(201));
  });

  it('a log entry about the same address waits, and is about that person', async () => {
    const email = newEmail();
    const { held, personId } = await madeByAnother({ email_key: email });
    const { body } = await held.commitAheadOf(log({ email }).expect(201));
    expect(body).toMatchObject({ personId, createdPerson: false });
  });
});

it('while another process makes a person of a log entry, one that tells of the same person waits, and finds it', async () => {
  const phoneNumber = '+4915550000001';
  const held = await HeldTransaction.ofMatter(service, 'persons of logs');
  const { personId } = await madeByAnother({ phone_number: phoneNumber }, held);
  const { body } = await held.commitAheadOf(log({ phoneNumber }).expect(201));
  expect(body).toMatchObject({ personId, createdPerson: false });
});

describe('while another process moves a person to another account,', () => {
  let person: PersonView;
  let account: AccountView;
  let held: HeldTransaction;

  beforeEach(async () => {
    person = await create({ name: 'Mover', email: newEmail(), domain: 'old.example' });
    account = (await api.post('/v0/accounts', { domain: `new${++count}.example` }).expect(201)).body;
    held = await lockedByAnother(person);
    await held.query('update person set account_id = $2 where id = $1', [
      uuidIn(person),
      uuidOf('account', account.accountId),
    ]);
  });

  it.each([
    ['by its id', () => ({ personId: person.personId })],
    ['by its address', () => ({ email: person.email! })],
  ])('a log entry that names the person %s waits, and belongs to the new account', async (_name, whom) => {
    const { personLogId } = (await held.commitAheadOf(log(whom()).expect(201))).body as PersonLogView;
    const activity = await records.read<{ items: object[] }>(`/v0/accounts/${account.accountId}/activity`);
    expect(activity.items).toEqual([expect.objectContaining({ personLogId })]);
  });
});

describe('while another process erases a person,', () => {
  let person: PersonView;
  let held: HeldTransaction;

  beforeEach(async () => {
    person = await create({ name: 'Erased', email: newEmail() });
    held = await lockedByAnother(person);
    await held.query('delete from person where id = $1', [uuidIn(person)]);
  });

  it('a log entry that names the person waits, and is refused', async () => {
    const { body } = await held.commitAheadOf(log({ personId: person.personId }).expect(422));
    expect(body.code).toBe('unknown_person');
  });

  it('a log entry about its address waits, and makes another person', async () => {
    const { body } = await held.commitAheadOf(log({ email: person.email }).expect(201));
    expect(body.createdPerson).toBe(true);
    expect(body.personId).not.toBe(person.personId);
  });

  it('an upsert of its address waits, and makes another person', async () => {
    const { email } = person;
    const { body } = await held.commitAheadOf(api.post('/v0/persons/upsert', { email }).expect(201));
    expect(body.personId).not.toBe(person.personId);
  });

  it('an audience for the person waits, and is refused', async () => {
    const { pageId } = await records.page();
    const { personId } = person;
    const { body } = await held.commitAheadOf(api.post(`/v0/pages/${pageId}/audiences`, { personId }));
    expect(body.code).toBe('person_not_found');
  });
});

describe('while another process changes the address of a person,', () => {
  it('an upsert of the former address waits, and makes another person', async () => {
    const person = await create({ name: 'Renamed', email: newEmail() });
    const held = await lockedByAnother(person);
    await held.query('update person set email = $2, email_key = $2 where id = $1', [
      uuidIn(person),
      newEmail(),
    ]);
    const upsert = api.post('/v0/persons/upsert', { email: person.email, name: 'New' });
    const { body } = await held.commitAheadOf(upsert.expect(201));
    expect(body.personId).not.toBe(person.personId);
    expect((await api.get(`/v0/persons/${person.personId}`)).body.name).toBe('Renamed');
  });
});

it.each([
  ['log entries', ({ personId }: PersonView) => log({ personId })],
  ['log entries that tell the address', ({ email }: PersonView) => log({ email: email! })],
  [
    'audiences',
    async ({ personId }: PersonView) =>
      api.post(`/v0/pages/${(await records.page()).pageId}/audiences`, { personId }),
  ],
])('%s about one person do not wait for each other', async (_name, write) => {
  const person = await create({ name: 'Busy', email: newEmail() });
  await HeldTransaction.begin(service, 'select from person where id = $1 for key share', [uuidIn(person)]);
  expect((await write(person)).status).toBe(201);
});
