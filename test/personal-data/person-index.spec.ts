import { eraseMentions, fillPersonIndex } from '../../src/shared/personal-data/personal.jobs.js';
import { StepwiseWorker } from '../support/stepwise-worker.js';
import { useTestService } from '../support/test-service.js';
import { Mentioner } from './mentioner.js';

// No worker: jobs are done by hand.
const used = useTestService({ ROLE: 'api' });
const { service } = used;
const mentioner = new Mentioner(used);

const fill = () => new StepwiseWorker(service).run(fillPersonIndex);

/** Changes the session by SQL. */
async function change(session: string, assignments: string, ...values: unknown[]): Promise<void> {
  const { rowCount } = await service.pool.query(
    `update audience_session set ${assignments} where analytics_session_id = $1`,
    [session, ...values],
  );
  expect(rowCount).toBe(1);
}

async function hashesOf(session: string): Promise<string[] | null> {
  const { rows } = await service.pool.query<{ hashes: string[] | null }>(
    'select person_hashes as hashes from audience_session where analytics_session_id = $1',
    [session],
  );
  return rows[0]!.hashes;
}

async function hashOf(email: string): Promise<string> {
  const { rows } = await service.pool.query<{ hashes: string[] }>(
    `select person_hashes_of($1, identifiers_of('email', $2)) as hashes`,
    [service.home.id, email],
  );
  return rows[0]!.hashes[0]!;
}

describe('a write indexes', () => {
  const [first, second] = ['first@works.example', 'second@works.example'];

  it('nothing if no text changes', async () => {
    const session = await mentioner.ask(first);
    await change(session, `person_hashes = '{42}'`);
    await change(session, 'interactions = interactions, page_title = page_title, referrer = null');
    expect(await hashesOf(session)).toEqual(['42']);
  });

  it('only the texts that change, if the record mentioned nobody', async () => {
    const session = await mentioner.ask(first);
    await change(session, 'person_hashes = null');
    await change(session, 'interactions = interactions, page_title = $2', second);
    expect(await hashesOf(session)).toEqual([await hashOf(second)]);
  });

  it('all texts if the record mentioned somebody', async () => {
    const session = await mentioner.ask(first);
    await change(session, 'page_title = $2', second);
    const both = [await hashOf(first), await hashOf(second)];
    expect((await hashesOf(session))!.sort()).toEqual(both.sort());
    await change(session, `interactions = '[]'`);
    expect(await hashesOf(session)).toEqual([await hashOf(second)]);
    await change(session, 'page_title = null');
    expect(await hashesOf(session)).toBeNull();
  });
});

it('the index is filled in steps, and begins again with other rules', async () => {
  const { email } = await mentioner.newPerson();
  const session = await mentioner.ask(`${email}?`);
  await fill();
  await change(session, 'person_hashes = null');
  await fill();
  expect(await hashesOf(session)).toBeNull();
  await service.pool.query(`update person_index_fill set routines = 'older'`);
  await fill();
  expect(await hashesOf(session)).toEqual([await hashOf(email)]);
});

describe('rows that take too long together', () => {
  /** From now on, a statement that indexes more rows than this runs out of time. */
  async function timeOutAbove(rows: number, table = 'audience_session'): Promise<void> {
    await service.pool.query(`
      create or replace function time_out() returns trigger language plpgsql as $$
      begin
        if (select count(*) from indexed) > ${rows} then raise 'too slow' using errcode = '57014';
        end if;
        return null;
      end $$;
      create or replace trigger time_out after update on ${table} referencing new table as indexed
        for each statement execute function time_out()`);
  }

  it('are indexed in smaller steps', async () => {
    const session = await mentioner.ask('third@works.example');
    await service.pool.query(
      `insert into audience_session
       select copied.* from audience_session s, generate_series(1, 60) n, lateral json_populate_record(
         s, json_build_object('id', gen_random_uuid(), 'analytics_session_id', 'copy ' || n)
       ) as copied
       where s.analytics_session_id = $1`,
      [session],
    );
    await service.pool.query('update audience_session set person_hashes = null');
    await service.pool.query(`update person_index_fill set routines = 'older'`);
    await timeOutAbove(20);
    await fill();
    const { rows } = await service.pool.query<{ count: number }>(
      'select count(*)::int from audience_session where $1 = any(person_hashes)',
      [await hashOf('third@works.example')],
    );
    expect(rows).toEqual([{ count: 61 }]);
  });

  it('are reported if they are only one', async () => {
    await service.pool.query(`update person_index_fill set routines = 'older'`);
    await timeOutAbove(0);
    await expect(fill()).rejects.toThrow('too slow');
  });

  it('do not keep an erasure from what is indexed', async () => {
    await service.pool.query('drop trigger time_out on audience_session');
    const log = { domain: 'slow.example', source: 'mail', payload: { from: 'fourth@works.example' } };
    await used.api.post('/v0/account_logs', log).expect(201);
    await service.pool.query(`update person_index_fill set routines = 'older'`);
    await timeOutAbove(0, 'account_log');
    const { email, personId } = await mentioner.newPerson();
    expect(await mentioner.erase(personId)).toMatchObject({ isContinued: true });
    const session = await mentioner.ask(`${email}?`);
    await expect(new StepwiseWorker(service).work(eraseMentions)).rejects.toThrow('too slow');
    expect(await mentioner.labelsOf(session)).toEqual(['(erased)']);
  });
});
