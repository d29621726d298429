import type { ServerResponse } from 'node:http';
import { Client } from 'pg';
import { Receiver } from '../../webhooks/receiver.js';
import { Fleet } from './fleet.js';
import { cleanUp, cleanUpLater, until } from '../support.js';

const LANES = 8;
const AUDIENCES = 6;
const ROUNDS = 4;

/** More than one in flight, one that waits for nobody, a gap in the numbers, or not exactly one live. */
const HALF_DONE = `
  from (
    select a.archived_at is not null as archived, a.versions_made as made,
      count(*) as total, max(v.version_number) as highest,
      count(*) filter (where v.status = 'published') as live,
      count(*) filter (where v.status = 'pending') as waiting,
      count(*) filter (where v.status in ('queued', 'processing')) as flying
    from audience a join audience_version v on v.audience_id = a.id group by a.tenant_id, a.id
  ) audience
  where live <> 1 or total <> made or highest <> made
    or flying > (case when archived then 0 else 1 end) or (waiting > 0 and flying = 0)`;

let fleet: Fleet;

beforeAll(async () => {
  fleet = await Fleet.start();
});
afterAll(cleanUp);

const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();
const oneOf = (first: number, others: number) => [first, ...Array<number>(29).fill(others)].sort();

describe('through two processes that serve, parallel requests', () => {
  it('with one operationKey make one version', async () => {
    const audience = await fleet.newAudience();
    const answers = await fleet.atOnce((turn) =>
      fleet.send(turn, `POST ${audience}/versions`, { operationKey: 'one' }),
    );
    expect(statusesOf(answers)).toEqual(oneOf(201, 200));
    expect(new Set(answers.map(({ body }) => body.versionId)).size).toBe(1);
    expect(answers[0]!.body.versionNumber).toBe(2);
  });

  it('without one make versions with consecutive numbers', async () => {
    const audience = await fleet.newAudience();
    const answers = await fleet.atOnce((turn) => fleet.send(turn, `POST ${audience}/versions`, {}));
    const numbers = answers.map(({ body }) => Number(body.versionNumber)).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 30 }, (_, index) => index + 2));
  });

  it('with one address make one person', async () => {
    const person = { name: 'Same', email: 'same@same.example' };
    const answers = await fleet.atOnce((turn) => fleet.send(turn, 'POST /v0/persons', person));
    expect(statusesOf(answers)).toEqual(oneOf(201, 409));
    expect(await fleet.count(`from person where email = '${person.email}'`)).toBe(1);
  });

  it('with one Idempotency-Key have one effect', async () => {
    const answers = await fleet.atOnce((turn) =>
      fleet.send(turn, 'POST /v0/topics', { title: 'Raced' }, { 'idempotency-key': 'the-same' }),
    );
    const made = answers.filter(({ status }) => status === 201);
    const busy = answers.filter(({ status }) => status === 409);
    expect(made.length + busy.length).toBe(answers.length);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    expect(new Set(busy.map(({ body }) => body.code))).toEqual(
      new Set(busy.length ? ['idempotency_key_in_use'] : []),
    );
    expect(await fleet.count(`from topic where title = 'Raced'`)).toBe(1);
  });

  it('that archive, restore, cancel and create leave an audience whole', async () => {
    const audience = await fleet.newAudience();
    const cancelLatest = async (turn: number) => {
      const { body } = await fleet.send(turn, `GET ${audience}`);
      const { versionId } = body.latestVersion as unknown as { versionId: string };
      return fleet.send(turn + 1, `POST ${audience}/versions/${versionId}/cancel`, {});
    };
    const kinds = [
      (turn: number) => fleet.send(turn, `POST ${audience}/versions`, {}),
      (turn: number) => fleet.send(turn, `DELETE ${audience}`),
      (turn: number) => fleet.send(turn, `POST ${audience}/restore`, {}),
      cancelLatest,
      (turn: number) => fleet.send(turn, `POST ${audience}/versions`, { operationKey: 'fought-over' }),
    ];
    for (let round = 0; round < ROUNDS; round++) {
      // Each kind goes through both, as there are fewer kinds than requests and an odd number of them.
      const answers = await fleet.atOnce((turn) => kinds[(turn * 7 + round) % kinds.length]!(turn));
      expect(answers.filter(({ status }) => ![200, 201, 409].includes(status))).toEqual([]);
      expect(await fleet.rows(`select * ${HALF_DONE}`)).toEqual([]);
    }
    expect(await fleet.send(1, `POST ${audience}/restore`, {})).toMatchObject({ status: 200 });
  });
});

describe('between two processes that work', () => {
  it('jobs are shared, and those of one that is killed go on in the other', async () => {
    await until(async () => (await unfinished()) === 0);
    const receivers = await Promise.all(Array.from({ length: LANES }, () => Receiver.open()));
    cleanUpLater(() => Promise.all(receivers.map((receiver) => receiver.close())));
    const unanswered: ServerResponse[] = [];
    for (const receiver of receivers) receiver.answers((_, answer) => unanswered.push(answer));
    const events = ['audience.created', 'page.version.published'];
    for (const { url } of receivers) await fleet.make('/v0/webhook_subscriptions', { url, events });
    const audiences = await Promise.all(Array.from({ length: AUDIENCES }, () => fleet.newAudience()));
    await until(async () => receivers.every(({ received }) => received.length >= AUDIENCES));

    const letGo = await holdPages();
    await Promise.all(audiences.map((path) => fleet.make(`${path}/versions`, {})));
    await until(async () => (await atWork()) === 2);
    const lanes = await laneHolders();
    expect(lanes).toHaveLength(LANES);
    const busiest = lanes.sort((a, b) => countOf(lanes, b) - countOf(lanes, a))[0]!;
    expect(await fleet.workers.get(busiest)!.stop('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
    for (const receiver of receivers) receiver.answers(204);
    for (const answer of unanswered) answer.writeHead(204).end();
    await letGo();

    await until(async () => (await unfinished()) === 0);
    await until(async () => (await fleet.count(`from webhook_delivery where status <> 'delivered'`)) === 0);
    const published = await fleet.rows<{ times: number }>(
      `select count(*)::int as times from event where type = 'page.version.published' group by payload->>'versionId'`,
    );
    expect(new Set(published.map(({ times }) => times))).toEqual(new Set([1]));
    const wanted = await fleet.rows<{ id: string }>(`select distinct event_id as id from webhook_delivery`);
    for (const { received } of receivers) {
      expect(new Set(received.map(({ body }) => body.eventId)).size).toBe(wanted.length);
    }
    expect(wanted).toHaveLength(2 * AUDIENCES + AUDIENCES);
    // What the killed one had sent, and nobody had answered yet, came again from the other.
    const again = receivers.filter(({ received }) => received.length > wanted.length);
    expect(again.length).toBeGreaterThanOrEqual(countOf(lanes, busiest));
  });
});

const unfinished = () =>
  fleet.count(`from audience_version where status in ('pending', 'queued', 'processing')`);
const countOf = (names: string[], name: string) => names.filter((each) => each === name).length;

/** How many processes wait for a page that somebody holds, in the middle of their work; each has its own name. */
const atWork = () =>
  fleet.count(
    `from (
       select distinct application_name from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'
     ) waiting`,
  );

/** Which worker serves each subscription. */
async function laneHolders(): Promise<string[]> {
  const rows = await fleet.rows<{ name: string }>(
    `select application_name as name from webhook_subscription s
       join pg_locks on locktype = 'advisory' and granted
         and ((classid::bigint << 32) | objid::bigint) = hashtextextended('foyer_webhooks ' || s.id, 2)
       join pg_stat_activity using (pid)`,
  );
  return rows.map(({ name }) => name);
}

/** A worker gets as far as taking a version, and no further. */
async function holdPages(): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: fleet.databaseUrl });
  await client.connect();
  cleanUpLater(() => client.end());
  await client.query('begin');
  await client.query('select 1 from page for update');
  return async () => void (await client.query('rollback'));
}
