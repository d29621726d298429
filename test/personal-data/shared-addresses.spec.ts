import { PersonMaker } from '../crm/known-person.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { useTestService } from '../support/test-service.js';
import { Mentioner } from './mentioner.js';

// No worker: jobs are done by hand.
const used = useTestService({ ROLE: 'api' });
const { service, api } = used;
const mentioner = new Mentioner(used);

/** Copies the session, as if others had written the same. Its hashes are copied, so no trigger has to find them. */
async function copy(session: string, count: number): Promise<void> {
  const copying = await HeldTransaction.begin(service, 'set local session_replication_role = replica');
  await copying.query(
    `insert into audience_session
     select copied.* from audience_session s, generate_series(1, $2) n, lateral json_populate_record(
       s, json_build_object('id', gen_random_uuid(), 'analytics_session_id', $1 || n)
     ) as copied
     where s.analytics_session_id = $1`,
    [session, count],
  );
  await copying.commit();
}

const refused = async (personId: string, more = '') =>
  (await api.delete(`/v0/persons/${personId}?erase=true${more}`).expect(409)).body as {
    code: string;
    detail: string;
  };

it('a person whose address more than a hundred others mention is erased only if the number is confirmed', async () => {
  const { email, personId } = await mentioner.newPerson();
  const session = await mentioner.ask(`Ask ${email}`);
  await copy(session, 100);
  const { code, detail } = await refused(personId);
  expect(code).toBe('too_many_mentions');
  expect(detail).toMatch(/^101 records .* repeat the request with maxMentions=101\./);
  expect(await mentioner.labelsOf(session)).toEqual([`Ask ${email}`]);
  await api.get(`/v0/persons/${personId}`).expect(200);
  await refused(personId, '&maxMentions=100');
  expect(await mentioner.erase(personId, '&maxMentions=101')).toMatchObject({ mentions: 101 });
  expect(await mentioner.labelsOf(session)).toEqual(['(erased)']);
});

it('up to a hundred mentions need no confirmation', async () => {
  const { email, personId } = await mentioner.newPerson();
  await copy(await mentioner.ask(`Ask ${email}`), 99);
  expect(await mentioner.erase(personId)).toMatchObject({ mentions: 100 });
});

it('sessions of others who have the same number count, too', async () => {
  const phone = '+49301234567';
  const { personId } = await mentioner.newPerson({ phoneNumber: phone });
  for (const formSubmissionId of ['first', 'second']) {
    const form = { formSubmissionId, phone };
    const given = { sessionStartedAt: '+1763164800000', formSubmission: form };
    await api.post('/v0/audience_sessions', given).expect(201);
  }
  await mentioner.ask('Call 030 1234567');
  expect((await refused(personId, '&maxMentions=2')).detail).toMatch(/^3 records /);
  expect(await mentioner.erase(personId, '&maxMentions=3')).toMatchObject({ sessions: 2, mentions: 1 });
});

it("the person's own records do not count", async () => {
  const { email, personId } = await mentioner.newPerson();
  const payload = { from: email };
  await api.post('/v0/person_logs', { personId, source: 'mail', payload }).expect(201);
  const audience = await new PersonMaker(used).audience({
    personId,
    supplementaryContext: `Write to ${email}`,
  });
  const { pageId, audienceId } = audience;
  const form = { formSubmissionId: 'own', email };
  const given = { pageId, audienceId, sessionStartedAt: '+1763164800000', formSubmission: form };
  await api.post('/v0/audience_sessions', given).expect(201);
  expect(await mentioner.erase(personId, '&maxMentions=0')).toMatchObject({
    logs: 1,
    sessions: 1,
    mentions: 0,
  });
});

it('far more mentions are counted up to a bound', async () => {
  const { email, personId } = await mentioner.newPerson();
  await copy(await mentioner.ask(`Ask ${email}`), 10_020);
  expect((await refused(personId)).detail).toMatch(/^At least 10001 records .* maxMentions=10001\./);
});
