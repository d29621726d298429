import type { PersonLogView } from '../../src/modules/crm/dto/person-logs.dto.js';
import type { PersonView } from '../../src/modules/crm/dto/persons.dto.js';
import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { atOnce, MANY_CONNECTIONS } from '../support/api/at-once.js';
import { useTestService } from '../support/test-service.js';
import { WIRE_TIME, unknownId } from '../support/api/wire-values.js';
import { titled } from '../support/titled.js';

const JANE = exampleId('person');

const { service, api, strangerApi } = useTestService(MANY_CONNECTIONS);

async function log(body: object): Promise<PersonLogView> {
  return (await api.post('/v0/person_logs', { source: 'test', ...body }).expect(201)).body as PersonLogView;
}

async function personOf({ personId }: PersonLogView): Promise<PersonView> {
  return (await api.get(`/v0/persons/${personId}`).expect(200)).body as PersonView;
}

const pathOf = ({ personId, personLogId }: PersonLogView) => `/v0/persons/${personId}/logs/${personLogId}`;

describe('POST /v0/person_logs', () => {
  it('makes an entry and answers it whole', async () => {
    const payload = { b: 1, a: { c: [] } };
    const { body, headers } = await api
      .post('/v0/person_logs', {
        ...{ personId: JANE, source: 'web-site', type: 'visit', payload, idempotencyKey: 'whole' },
      })
      .expect(201);
    expect(body).toEqual({
      personLogId: expect.stringMatching(/^personlog_[0-9a-z]{26}$/),
      personId: JANE,
      source: 'web-site',
      type: 'visit',
      payload,
      idempotencyKey: 'whole',
      createdPerson: false,
      createdAt: expect.stringMatching(WIRE_TIME),
    });
    const read = await api.get(pathOf(body)).expect(200);
    expect([read.text, read.headers.etag]).toEqual([JSON.stringify(body), headers.etag]);
  });

  it.each([
    { personId: JANE },
    { email: 'JANE@example.com' },
    { phoneNumber: '+14155550123' },
    { linkedinProfileUrl: 'linkedin.com/in/Jane-Doe/' },
    { personId: JANE, email: 'somebody@else.example' },
    { email: 'jane@example.com', phoneNumber: '+999999' },
    { email: 'unknown@example.com', phoneNumber: '+14155550123' },
    { phoneNumber: '+999999', linkedinProfileUrl: 'https://linkedin.com/in/jane-doe' },
  ])('finds the person by %j, and leaves it as it is', async (identity) => {
    const before = (await api.get(`/v0/persons/${JANE}`)).body as PersonView;
    const entry = await log({ ...identity, name: 'Other Name' });
    expect(entry).toMatchObject({ personId: JANE, createdPerson: false, type: 'webhook', payload: {} });
    expect(await personOf(entry)).toEqual(before);
  });

  it('goes by the address before the number, and by the number before the profile', async () => {
    const [byEmail, byPhone, byProfile] = [
      await log({ email: 'order@order.example' }),
      await log({ phoneNumber: '+15550001' }),
      await log({ linkedinProfileUrl: 'linkedin.com/in/order' }),
    ];
    const all = {
      email: 'order@order.example',
      phoneNumber: '+15550001',
      linkedinProfileUrl: 'linkedin.com/in/order',
    };
    expect((await log(all)).personId).toBe(byEmail.personId);
    expect((await log({ ...all, email: undefined })).personId).toBe(byPhone.personId);
    expect((await log({ linkedinProfileUrl: all.linkedinProfileUrl })).personId).toBe(byProfile.personId);
  });

  it('goes to whom the address is of, also where the number is of an older person with another address', async () => {
    const phoneNumber = '+15550003';
    const email = 'own@number.example';
    await api.post('/v0/persons', { name: 'Older', email: 'other@number.example', phoneNumber }).expect(201);
    const { body: person } = await api.post('/v0/persons', { name: 'Younger', email }).expect(201);
    expect((await log({ email, phoneNumber })).personId).toBe(person.personId);
  });

  it('goes to the oldest of several persons with one number, also where a later one has the profile', async () => {
    const phoneNumber = '+15550002';
    const linkedinProfileUrl = 'linkedin.com/in/shared-number';
    const { body: oldest } = await api.post('/v0/persons', { name: 'Older', phoneNumber }).expect(201);
    await api.post('/v0/persons', { name: 'Younger', phoneNumber, linkedinProfileUrl }).expect(201);
    expect((await log({ phoneNumber, linkedinProfileUrl })).personId).toBe(oldest.personId);
  });

  it.each(
    titled([
      [
        { email: 'new.person@new.example' },
        { name: 'new.person', slug: 'new-person', domain: 'new.example' },
      ],
      [
        { email: 'free@gmail.com', name: 'Free Mailer' },
        { name: 'Free Mailer', domain: null },
      ],
      [
        { phoneNumber: '+4915112345' },
        { name: '+4915112345', slug: '4915112345', phoneNumber: '+4915112345' },
      ],
      [{ linkedinProfileUrl: 'https://linkedin.com/in/new-one/?x' }, { name: 'new-one', slug: 'new-one' }],
      [{ linkedinProfileUrl: '///' }, { name: '///', slug: 'person' }],
      [{ linkedinProfileUrl: `https://x/${'y'.repeat(2000)}` }, { name: 'y'.repeat(255) }],
    ] as const),
  )('makes the person where nobody is found: %s', async (_, [identity, person]) => {
    const entry = await log(identity);
    expect(entry.createdPerson).toBe(true);
    expect(await personOf(entry)).toMatchObject({ ...identity, ...person });
    expect(await log(identity)).toMatchObject({ personId: entry.personId, createdPerson: false });
  });

  it('makes a new person where the one who had the address was deleted', async () => {
    const first = await log({ email: 'again@again.example' });
    await api.delete(`/v0/persons/${first.personId}`).expect(200);
    const second = await log({ email: 'again@again.example' });
    expect(second.createdPerson).toBe(true);
    expect(second.personId).not.toBe(first.personId);
  });

  it('answers the first entry for a repeat of its key', async () => {
    const entry = { email: 'keyed@keyed.example', idempotencyKey: 'k', source: 'test' };
    const first = await log({ ...entry, payload: { try: 1 } });
    expect(first.createdPerson).toBe(true);
    const repeat = await api.post('/v0/person_logs', { ...entry, payload: { try: 2 } }).expect(200);
    expect(repeat.body).toEqual(first);
    expect((await log({ ...entry, email: 'other@keyed.example' })).personLogId).not.toBe(first.personLogId);
  });

  it.each([
    { email: 'burst@burst.example', idempotencyKey: 'once' },
    { phoneNumber: '+15551234', idempotencyKey: 'once' },
    { linkedinProfileUrl: 'linkedin.com/in/burst', idempotencyKey: 'once' },
  ])('makes one person and one entry of 30 requests at once with %j', async (entry) => {
    const send = () => api.post('/v0/person_logs', { source: 'test', ...entry });
    const answers = await atOnce(service, send);
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(29).fill(200), 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  it('finds whom others make at the same time', async () => {
    const email = 'both@both.example';
    const answers = await atOnce(service, (index) =>
      index % 2
        ? api.post('/v0/person_logs', { email, source: 'test' })
        : api.post('/v0/persons', { name: 'Both', email }),
    );
    const logs = answers.filter((_, index) => index % 2);
    expect(logs.map(({ status }) => status)).toEqual(Array(15).fill(201));
    expect(new Set(logs.map(({ body }) => body.personId as string)).size).toBe(1);
    expect((await api.get(`/v0/persons/search?query=${email}`)).body.totalCount).toBe(1);
  });

  it.each([unknownId('person'), 'person_x', '', exampleId('account')])(
    'answers 422 for the person "%s"',
    async (personId) => {
      const { body } = await api.post('/v0/person_logs', { personId, source: 'test' }).expect(422);
      expect(body.errors).toEqual([
        expect.objectContaining({ pointer: '/personId', code: 'unknown_person' }),
      ]);
    },
  );

  it('answers 422 for a person that was deleted, or is of another tenant', async () => {
    const { personId } = await log({ phoneNumber: '+15559999' });
    await strangerApi.post('/v0/person_logs', { personId, source: 'test' }).expect(422);
    await api.delete(`/v0/persons/${personId}`).expect(200);
    await api.post('/v0/person_logs', { personId, source: 'test' }).expect(422);
  });

  it.each(
    titled([
      [{ source: 'test' }, '/personId', 'required'],
      [{ source: 'test', name: 'Nobody' }, '/personId', 'required'],
      [{ personId: JANE }, '/source', 'required'],
      [{ email: 'x', source: 'test' }, '/email', 'wrong_email'],
      [{ phoneNumber: '1', source: 'test' }, '/phoneNumber', 'wrong_pattern'],
      [{ linkedinProfileUrl: '', source: 'test' }, '/linkedinProfileUrl', 'too_short'],
      [{ personId: JANE, source: 'test', name: '' }, '/name', 'too_short'],
      [{ personId: JANE, source: 'test', name: 'x'.repeat(256) }, '/name', 'too_long'],
      [{ personId: JANE, source: 'T' }, '/source', 'wrong_pattern'],
      [{ personId: JANE, source: 'test', type: 'a b' }, '/type', 'wrong_pattern'],
      [{ personId: JANE, source: 'test', payload: 'text' }, '/payload', 'wrong_type'],
      [{ personId: JANE, source: 'test', idempotencyKey: 'x'.repeat(256) }, '/idempotencyKey', 'too_long'],
      [{ personId: JANE, source: 'test', domain: 'x.example' }, '/domain', 'unknown_property'],
    ] as const),
  )('refuses %s', async (_, [entry, pointer, code]) => {
    const { body } = await api.post('/v0/person_logs', entry).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ pointer, code })]);
  });
});

describe("a person's log", () => {
  it('is answered newest first, in pages', async () => {
    const identity = { email: 'listed@listed.example' };
    const made = [await log(identity), await log(identity), await log(identity)].reverse();
    const path = `/v0/persons/${made[0]!.personId}/logs`;
    const { body: first } = await api.get(`${path}?limit=2`).expect(200);
    expect(first).toMatchObject({ hasMore: true, totalCount: 3 });
    const { body: second } = await api.get(`${path}?limit=2&cursor=${first.nextCursor}`).expect(200);
    expect([...first.items, ...second.items]).toEqual(made);
    await api.get(`/v0/persons/${JANE}/logs?cursor=${first.nextCursor}`).expect(400);
  });

  it('is gone with the person, and back with it', async () => {
    const entry = await log({ email: 'gone@gone.example' });
    const person = `/v0/persons/${entry.personId}`;
    await api.delete(person).expect(200);
    expect((await api.get(`${person}/logs`).expect(404)).body.code).toBe('person_not_found');
    expect((await api.get(pathOf(entry)).expect(404)).body.code).toBe('personlog_not_found');
    await api.post(`${person}/restore`).expect(200);
    expect((await api.get(`${person}/logs`).expect(200)).body.items).toEqual([entry]);
  });

  it('has no entry of another person', async () => {
    const entry = await log({ email: 'mine@mine.example' });
    await api.get(`/v0/persons/${JANE}/logs/${entry.personLogId}`).expect(404);
  });
});
