import { eraseLateMentions } from '../../src/shared/personal-data/personal.jobs.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { StepwiseWorker } from '../support/stepwise-worker.js';
import { useTestService } from '../support/test-service.js';
import { until } from '../support/until.js';
import { Mentioner } from './mentioner.js';

// No worker: jobs are done by hand.
const used = useTestService({ ROLE: 'api' });
const { service } = used;
const mentioner = new Mentioner(used);

/** A request that writes a text and is not committed yet. */
async function writing(session: string, text: string): Promise<HeldTransaction> {
  return HeldTransaction.begin(
    service,
    `update audience_session set interactions = jsonb_set(interactions, '{0,label}', to_jsonb($2::text))
     where analytics_session_id = $1`,
    [session, text],
  );
}

const waiting = async () =>
  (await service.pool.query<{ row: string }>('select erased_person::text as row from erased_person')).rows;

/** Looks for late mentions, as if ten minutes were over. */
async function look(): Promise<void> {
  await service.pool.query(`update erased_person set erased_at = erased_at - interval '601 seconds'`);
  await new StepwiseWorker(service).run(eraseLateMentions);
}

/** Transactions in databases of other tests are waited for, too. */
const lookUntilDone = () =>
  until(async () => {
    await look();
    return (await waiting()).length === 0;
  });

it('a mention that is committed after the erasure is erased, once no older transaction is open', async () => {
  const { email, personId } = await mentioner.newPerson();
  const session = await mentioner.ask('Nobody?', 'Who?');
  const held = await writing(session, `Is it ${email}?`);
  expect(await mentioner.erase(personId)).toMatchObject({ mentions: 0, isContinued: expect.any(Boolean) });
  // The first look notes which transactions are open.
  for (let looks = 0; looks < 3; looks++) await look();
  expect(await waiting()).toHaveLength(1);
  await held.commit();
  expect(await mentioner.labelsOf(session)).toEqual([`Is it ${email}?`, 'Who?']);
  await lookUntilDone();
  expect(await mentioner.labelsOf(session)).toEqual(['(erased)', 'Who?']);
});

it('waits ten minutes, for requests and jobs that have not written anything yet', async () => {
  const { personId } = await mentioner.newPerson();
  await mentioner.erase(personId);
  await new StepwiseWorker(service).run(eraseLateMentions);
  expect(await waiting()).toHaveLength(1);
  await lookUntilDone();
});

it('does not wait for ever: numbers of transactions mean nothing in a restored database', async () => {
  const { personId } = await mentioner.newPerson();
  await mentioner.erase(personId);
  await service.pool.query(`update erased_person set open_before = '9000000000000000000'`);
  await look();
  expect(await waiting()).toHaveLength(1);
  await service.pool.query(`update erased_person set erased_at = erased_at - interval '1 day'`);
  await look();
  expect(await waiting()).toEqual([]);
});

it('knows the person by hashes alone, and nobody without an address, number or profile', async () => {
  const { email, personId } = await mentioner.newPerson({ phoneNumber: '+4915550123456' });
  await mentioner.erase(personId);
  const rows = await waiting();
  expect(rows).toHaveLength(1);
  for (const text of [email, 'jane', '15550123456', personId.split('_')[1]!])
    expect(JSON.stringify(rows)).not.toContain(text);
  await lookUntilDone();
  const { body } = await used.api.post('/v0/persons', { name: 'Only A Name' }).expect(201);
  await mentioner.erase(String(body.personId));
  expect(await waiting()).toEqual([]);
});
