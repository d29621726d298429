import { FillPersonIndexHandler } from '../../src/shared/personal-data/fill-person-index.handler.js';
import { EraseMentionsHandler } from '../../src/shared/personal-data/erase-mentions.handler.js';
import { inContext } from '../../src/shared/database/transactions/work-context.js';
import { useTestService } from '../support/test-service.js';
import { INTERACTION, Mentioner } from './mentioner.js';

// No worker: jobs are done by hand.
const used = useTestService({ ROLE: 'api' });
const { service, api } = used;
const mentioner = new Mentioner(used);

const signal = new AbortController().signal;

const fill = () => service.app.get(FillPersonIndexHandler, { strict: false }).handle({}, { signal });

/** The hashes that wait for the job. */
async function waiting(): Promise<string[][]> {
  const { rows } = await service.pool.query<{ hashes: string[] }>(
    `select data->'data'->'hashes' as hashes from jobs.job where name = 'person.erase_mentions' order by created_on`,
  );
  return rows.map(({ hashes }) => hashes);
}

const eraseWaiting = (hashes: string[]) =>
  inContext({ tenantId: service.home.id, kind: 'job' }, () =>
    service.app.get(EraseMentionsHandler, { strict: false }).handle({ hashes }, { signal }),
  );

beforeAll(() => fill());

describe('texts of others with an address of an erased person', () => {
  it('lose it, while their other texts and the names of others stay', async () => {
    const { email, personId } = await mentioner.newPerson();
    const session = await mentioner.ask(
      `May ${email.toUpperCase()} come?`,
      'May Jane Doe come?',
      'other@works.example',
    );
    const account = (await api.post('/v0/accounts', { domain: `a${email.replace('@', '.')}` }).expect(201))
      .body;
    const entry = {
      accountId: account.accountId,
      source: 'mail',
      payload: { from: email, about: 'Jane Doe' },
    };
    const log = (await api.post('/v0/account_logs', entry).expect(201)).body;
    const { mentions, isContinued, sessions } = await mentioner.erase(personId);
    expect({ mentions, isContinued, sessions }).toEqual({ mentions: 2, isContinued: false, sessions: 0 });
    expect(await mentioner.labelsOf(session)).toEqual([
      '(erased)',
      'May Jane Doe come?',
      'other@works.example',
    ]);
    const path = `/v0/accounts/${account.accountId}/logs/${log.accountLogId}`;
    const { body } = await api.get(path).expect(200);
    expect(body.payload).toEqual({ from: '(erased)', about: 'Jane Doe' });
  });

  it.each([
    ['phone number', { phoneNumber: '+4915550123456' }, 'Call 0155 / 5012 3456'],
    [
      'profile',
      { linkedinProfileUrl: 'https://linkedin.com/in/jane-1' },
      'see www.linkedin.com/in/Jane-1?x=1',
    ],
  ])('lose a %s', async (_, facts, label) => {
    const { personId } = await mentioner.newPerson(facts);
    const session = await mentioner.ask(label);
    await mentioner.erase(personId);
    expect(await mentioner.labelsOf(session)).toEqual(['(erased)']);
  });

  it.each(['https://linkedin.com/in', 'https://www.linkedin.com/in/'])(
    'keep profiles of others if the profile of the person is %s',
    async (linkedinProfileUrl) => {
      const { personId } = await mentioner.newPerson({ linkedinProfileUrl });
      const labels = ['see linkedin.com/in/somebody', 'https://de.linkedin.com/in/somebody/details'];
      const session = await mentioner.ask(...labels);
      expect(await mentioner.erase(personId)).toMatchObject({ mentions: 0 });
      expect(await mentioner.labelsOf(session)).toEqual(labels);
    },
  );

  it('lose it as the name of a field, which keeps its value', async () => {
    const { email, personId } = await mentioner.newPerson();
    const others = { 'other@works.example': 2, '(erased)': 3, '(erased 3)': 4 };
    const payload = { votes: { [email]: 1, ...others, [email.toUpperCase()]: 5 } };
    const entry = { domain: 'votes.example', source: 'poll', payload };
    const log = (await api.post('/v0/account_logs', entry).expect(201)).body;
    expect(await mentioner.erase(personId)).toMatchObject({ mentions: 1 });
    const { body } = await api.get(`/v0/accounts/${log.accountId}/logs/${log.accountLogId}`).expect(200);
    expect(body.payload).toEqual({ votes: { '(erased 4)': 1, ...others, '(erased 5)': 5 } });
  });

  it('are not found any more by what was erased', async () => {
    const { email, personId } = await mentioner.newPerson();
    await mentioner.ask(`${email}?`);
    await mentioner.erase(personId);
    const { rows } = await service.pool.query(
      `select from audience_session where tenant_id = $1
       and person_hashes && person_hashes_of(tenant_id, identifiers_of('email', $2))`,
      [service.home.id, email],
    );
    expect(rows).toEqual([]);
  });

  it('stay with another tenant', async () => {
    const { email, personId } = await mentioner.newPerson();
    const label = `May ${email} come?`;
    const given = { sessionStartedAt: '+1763164800000', interactions: [{ ...INTERACTION, label }] };
    const { body } = await service.stranger.api.post('/v0/audience_sessions', given).expect(201);
    await mentioner.erase(personId);
    const path = `/v0/audience_sessions/${body.analyticsSessionId}/interactions`;
    expect((await service.stranger.api.get(path).expect(200)).body.interactions[0].label).toBe(label);
  });
});

describe('a job erases the rest', () => {
  it('of more mentions than one transaction should lock', async () => {
    const { email, personId } = await mentioner.newPerson();
    const first = await mentioner.ask(`${email}?`);
    await service.pool.query(
      `insert into audience_session
       select (json_populate_record(s, json_build_object('id', gen_random_uuid(), 'analytics_session_id', 'copy ' || n))).*
       from audience_session s, generate_series(1, 1200) n where analytics_session_id = $1`,
      [first],
    );
    const left = async () =>
      (
        await service.pool.query(`select from audience_session where interactions::text like $1`, [
          `%${email}%`,
        ])
      ).rowCount;
    expect(await left()).toBe(1201);
    const confirmed = '&maxMentions=1201';
    expect(await mentioner.erase(personId, confirmed)).toMatchObject({ mentions: 500, isContinued: true });
    expect(await left()).toBe(701);
    const jobs = await waiting();
    expect(JSON.stringify(jobs)).not.toContain('jane');
    await eraseWaiting(jobs.at(-1)!);
    expect(await left()).toBe(0);
  });

  it('of rows that are older than the index, once they are in it', async () => {
    const { email, personId } = await mentioner.newPerson();
    const session = await mentioner.ask(`${email}?`);
    await service.pool.query(
      'update audience_session set person_hashes = null where analytics_session_id = $1',
      [session],
    );
    await service.pool.query(`update person_index_fill set routines = 'older' where tenant_id = $1`, [
      service.home.id,
    ]);
    expect(await mentioner.erase(personId)).toMatchObject({ mentions: 0, isContinued: true });
    await eraseWaiting((await waiting()).at(-1)!);
    expect(await mentioner.labelsOf(session)).toEqual(['(erased)']);
  });
});
