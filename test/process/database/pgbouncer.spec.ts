import { Client, Pool } from 'pg';
import { poolOptions } from '../../../src/shared/database/driver/connection.js';
import { hasPgBouncer, startPgBouncer } from '../../support/servers/pgbouncer.mjs';
import { sendJob } from '../sent-job.js';
import { cleanUp, cleanUpLater, cli, freshDatabase, launch, start } from '../support.js';

afterEach(cleanUp);

const GOOD_END = { code: 0, signal: null };

async function startPooler(DATABASE_DIRECT_URL: string, mode: 'session' | 'transaction' | 'statement') {
  const pooler = await startPgBouncer(DATABASE_DIRECT_URL, mode);
  cleanUpLater(() => pooler.stop());
  return { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL };
}

/** Needs Debian's package `pgbouncer`. */
(hasPgBouncer ? describe : describe.skip)('through PgBouncer', () => {
  it.each(['transaction', 'session'] as const)('serves in %s mode', async (mode) => {
    const urls = await startPooler(await freshDatabase('template1'), mode);
    const instance = await start({ ...urls, DATABASE_POOL_MAX: '8' });
    expect((await instance.send('POST', '/v0/topics', { title: 'Pooled' })).status).toBe(201);
    const reads = await Promise.all(Array.from({ length: 200 }, () => instance.get('/v0/topics')));
    expect([...new Set(reads.map(({ status }) => status))]).toEqual([200]);
    const done = await sendJob(urls.DATABASE_DIRECT_URL);
    await done();
    expect(await instance.stop()).toEqual(GOOD_END);
    expect(instance.stderr).toBe('');
    for (let time = 0; time < 2; time++) expect(await cli(['migrate'], urls).ended).toEqual(GOOD_END);
  });

  it('needs no second URL in session mode', async () => {
    const database = await freshDatabase();
    const { DATABASE_URL } = await startPooler(database, 'session');
    const instance = await start({ DATABASE_URL });
    expect((await instance.get('/v0/topics')).status).toBe(200);
    // It has a connection of its own.
    const done = await sendJob(database, 'events.forget');
    await done();
  });

  it('says in one line that transaction mode needs a second URL', async () => {
    const { DATABASE_URL } = await startPooler(await freshDatabase(), 'transaction');
    await expectRefusal(
      { DATABASE_URL },
      /^DATABASE_URL: \S+ is a pooler in transaction mode; DATABASE_DIRECT_URL must .*\n$/,
    );
  });

  it('says in one line that the second URL leads to the pooler as well, or elsewhere', async () => {
    const { DATABASE_URL } = await startPooler(await freshDatabase(), 'transaction');
    const pooled = `${DATABASE_URL}?again`;
    await expectRefusal(
      { DATABASE_URL, DATABASE_DIRECT_URL: pooled },
      /^DATABASE_DIRECT_URL: \S+ is a pooler /,
    );
    const elsewhere = { DATABASE_URL, DATABASE_DIRECT_URL: await freshDatabase() };
    await expectRefusal(elsewhere, /^DATABASE_DIRECT_URL and DATABASE_URL point to different databases\.\n$/);
  });

  it('says in one line that statement mode has no transactions', async () => {
    const { DATABASE_URL } = await startPooler(await freshDatabase(), 'statement');
    await expectRefusal({ DATABASE_URL }, /^DATABASE_URL: \S+ can't be used: .*statement pooling mode.*\n$/);
  });

  it('limits each statement and each transaction, and leaves the sessions as they were', async () => {
    const { DATABASE_URL } = await startPooler(await freshDatabase(), 'transaction');
    const pool = new Pool(poolOptions(DATABASE_URL, { max: 1, waitMs: 5000 }));
    const other = new Client({ connectionString: DATABASE_URL });
    await other.connect();
    cleanUpLater(() => Promise.all([pool.end(), other.end()]));

    expect((await pool.query(LIMITS)).rows).toEqual([LIMITED]);
    expect((await pool.query(`${LIMITS} where $1`, [true])).rows).toEqual([LIMITED]);
    const client = await pool.connect();
    await client.query('begin');
    expect((await client.query(LIMITS)).rows).toEqual([LIMITED]);
    await client.query('commit');
    client.release();
    await pool.query({ name: 'named', text: 'select $1::int', values: [1] });
    await expect(pool.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' });

    expect((await other.query(LIMITS)).rows).toEqual([{ ...UNLIMITED, prepared: 0 }]);
  });
});

const LIMITS = `
  select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
    current_setting('idle_in_transaction_session_timeout') as idle, current_setting('enable_seqscan') as scans,
    (select count(*)::int from pg_prepared_statements) as prepared`;
const LIMITED = { statement: '15s', lock: '5s', idle: '30s', scans: 'on', prepared: 0 };
const UNLIMITED = { statement: '0', lock: '0', idle: '0', scans: 'on' };

async function expectRefusal(environment: Record<string, string>, line: RegExp): Promise<void> {
  const attempt = launch(environment);
  expect(await attempt.ended).toEqual({ code: 1, signal: null });
  expect(attempt.stderr).toMatch(line);
  expect(attempt.stderr.split('\n')).toHaveLength(2);
}
