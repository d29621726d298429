import { jest } from '@jest/globals';
import { Client } from 'pg';
import type { Response } from 'supertest';
import { CommitGroups } from '../../src/shared/database/transactions/commit-groups.js';
import { TokenBuckets } from '../../src/shared/kernel/rate-limit.js';
import { useTestService } from '../support/test-service.js';
import { until } from '../support/until.js';
import { DOMAIN } from '../site/site-visitor.js';
import { hex, TrackedVisitor, type Tab } from './tracked-visitor.js';

const used = useTestService({ ROLE: 'api', TRUST_PROXY: '1' });
const visitor = new TrackedVisitor(used);
const { service } = used;

/** How much may be told of one link at once. */
const LINK_BURST = 5000;

let tab: Tab;
let paths = 0;
beforeEach(async () => {
  const path = `/page-${paths++}`;
  await visitor.shown(path);
  tab = await visitor.tab(path);
});

describe('what a browser tells of a visit', () => {
  it('is stored when it is answered', async () => {
    const { text } = await visitor.tell(tab, [visitor.view(tab), { type: 'scroll', depth: 40 }]).expect(202);
    expect(text).toBe('');
    expect(await visitor.stored(tab)).toMatchObject([{ bot: null, isDue: true, events: 2 }]);
  });

  it('is stored once, also where it comes again', async () => {
    const events = [
      { ...visitor.view(tab), id: hex(8) },
      { type: 'end', id: hex(8) },
    ];
    await visitor.tell(tab, events).expect(202);
    await visitor.tell(tab, events).expect(202);
    await visitor.tell(tab, [...events, { type: 'scroll', depth: 1 }]).expect(202);
    expect(await visitor.stored(tab)).toMatchObject([{ events: 3 }]);
  });

  it('is stored once, also where it comes again after midnight', async () => {
    const event = { ...visitor.view(tab), id: hex(8) };
    await visitor.tell(tab, [event]).expect(202);
    const [visit] = await visitor.stored(tab);
    await movedToYesterday(visit!.id);
    await visitor.tell(tab, [event, { type: 'end' }]).expect(202);
    expect(await visitor.stored(tab)).toMatchObject([{ events: 2 }]);
  });

  it('names actions, however long their ids are', async () => {
    const click = { type: 'click', action: 'a'.repeat(4096), label: 'Buy' };
    await visitor.tell(tab, [visitor.view(tab), click]).expect(202);
    expect(await visitor.stored(tab)).toMatchObject([{ events: 2 }]);
  });

  it('is one visit, also where much comes at the same moment', async () => {
    const told = Array.from({ length: 40 }, (_, depth) => visitor.tell(tab, [{ type: 'scroll', depth }]));
    for (const { status } of await Promise.all(told)) expect(status).toBe(202);
    expect(await visitor.stored(tab)).toMatchObject([{ events: 40 }]);
  });

  it('is stored where it would be committed together with something that the database refuses', async () => {
    const [refused, ...others] = Array.from({ length: 10 }, () => ({ ...tab, visit: hex(16) }));
    await service.pool.query(
      `alter table visit add constraint never check (visit_key <> '${refused!.visit}')`,
    );
    const [first, answer, ...answers] = await committedTogether([refused!, ...others]);
    expect(answer!.status).toBe(500);
    for (const { status } of [first!, ...answers]) expect(status).toBe(202);
    expect(await visitor.stored(refused!)).toEqual([]);
    for (const each of [tab, ...others]) expect(await visitor.stored(each)).toMatchObject([{ events: 1 }]);
  });

  it('belongs to another visit at another link, and in another tab', async () => {
    await visitor.shown('/other-link');
    const other = { ...(await visitor.tab('/other-link')), visit: tab.visit };
    await visitor.tell(tab, [visitor.view(tab)]).expect(202);
    await visitor.tell(other, [visitor.view(other)]).expect(202);
    await visitor.tell({ ...tab, visit: hex(16) }, [visitor.view(tab)]).expect(202);
    expect(await visitor.stored(tab)).toHaveLength(2);
  });

  it('is taken with a clock that is wrong, and dropped where it is older than a day', async () => {
    const years = 20 * 365 * 86_400_000;
    const sentAt = Date.now() - years;
    const events = [0, 86_400_001].map((age) => ({ ...visitor.view(tab), id: hex(8), at: sentAt - age }));
    await visitor.post({ token: tab.token, visit: tab.visit, sentAt, events }).expect(202);
    expect(await visitor.stored(tab)).toMatchObject([{ events: 1 }]);
    const { rows } = await service.pool.query(
      'select at > now() - interval $$1 minute$$ as ok from visit_event e join visit v on v.id = visit_id where visit_key = $1',
      [tab.visit],
    );
    expect(rows).toEqual([{ ok: true }]);
  });

  it('has the host of the page, whatever the visitor says; without one where the domain is lost', async () => {
    const port = new URL(service.siteUrl).port;
    const audience = await visitor.shown('/own-host');
    const tenantDomainId = await visitor.provenDomain();
    await visitor.link('/on-domain', audience, { tenantDomainId });
    const onDomain = { ...tab, token: await tokenOn('/on-domain'), visit: hex(16) };
    const url = 'https://evil.example:8443/welcome?utm_source=x';
    for (const each of [tab, onDomain]) await visitor.tell(each, [visitor.view(tab, { url })]).expect(202);
    await visitor.tell(tab, [visitor.view(tab, { url })], { host: 'evil.example' }).expect(202);
    expect(await urlsOf(tab)).toEqual(Array(2).fill(`${service.siteUrl}/welcome`));
    expect(await urlsOf(onDomain)).toEqual([`http://${DOMAIN}:${port}/welcome`]);
    await visitor.link('/lost', audience, { tenantDomainId });
    const lost = { ...tab, token: await tokenOn('/lost'), visit: hex(16) };
    await service.pool.query('update tenant_domain set is_proven = false where domain = $1', [DOMAIN]);
    await visitor.tell(lost, [visitor.view(tab, { url })]).expect(202);
    expect(await urlsOf(lost)).toEqual([null]);
  });

  it('is kept apart where a bot tells it, with the reason', async () => {
    const headers = {
      'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    };
    await visitor.tell(tab, [visitor.view(tab)], headers).expect(202);
    await visitor.tell(tab, [{ type: 'end' }], headers).expect(202);
    expect(await visitor.stored(tab)).toMatchObject([{ bot: 'user agent: Google', isDue: false, events: 2 }]);
    const silent = { ...tab, visit: hex(16) };
    await visitor.tell(silent, [visitor.view(tab)], { 'user-agent': '' }).expect(202);
    expect(await visitor.stored(silent)).toMatchObject([{ bot: 'no user agent' }]);
  });

  it.each<Record<string, string>>([{ dnt: '1' }, { 'sec-gpc': '1' }])(
    'is not counted where the visitor says so (%j)',
    async (headers) => {
      await visitor.tell(tab, [visitor.view(tab)], headers).expect(204);
      expect(await visitor.stored(tab)).toEqual([]);
    },
  );

  it('tells nobody from which address it came', async () => {
    await visitor.tell(tab, [visitor.view(tab)], { 'x-forwarded-for': '203.0.113.77' }).expect(202);
    const { rows } = await service.pool.query(
      `select v::text || coalesce(string_agg(e::text, ' '), '') as all from visit v
       join visit_event e on e.visit_id = v.id where visit_key = $1 group by v.*`,
      [tab.visit],
    );
    expect(rows[0]!.all).toContain(tab.visit);
    expect(rows[0]!.all).not.toContain('203.0.113.77');
  });
});

describe('what is refused', () => {
  const good = () => ({
    token: tab.token,
    visit: tab.visit,
    sentAt: 1,
    events: [{ id: hex(8), type: 'end', at: 1 }],
  });
  const event = (more: object) => ({ ...good(), events: [{ id: hex(8), at: 1, ...more }] });

  it.each<[string, () => unknown, string]>([
    ['no object', () => [], ''],
    ['an unknown name', () => ({ ...good(), person: 'me' }), '/person'],
    ['no visit', () => ({ ...good(), visit: undefined }), '/visit'],
    ['a visit like a session', () => ({ ...good(), visit: 'visit_01h455vb4pex5vsknk084sn02q' }), '/visit'],
    ['a moment that is none', () => ({ ...good(), sentAt: '1' }), '/sentAt'],
    ['no events', () => ({ ...good(), events: [] }), '/events'],
    ['too many events', () => ({ ...good(), events: Array(201).fill(good().events[0]) }), '/events'],
    ['an event that is none', () => ({ ...good(), events: [null] }), '/events/0/type'],
    ['an unknown type', () => event({ type: 'question' }), '/events/0/type'],
    ['a type of every object', () => event({ type: 'constructor' }), '/events/0/type'],
    ['an id that is none', () => event({ type: 'end', id: 'x' }), '/events/0/id'],
    ['a depth past the end', () => event({ type: 'scroll', depth: 101 }), '/events/0/depth'],
    ['time without end', () => event({ type: 'engaged', ms: 60_001 }), '/events/0/ms'],
    [
      'a URL that is none',
      () => event({ ...visitor.view(tab), url: 'javascript:alert(1)' }),
      '/events/0/url',
    ],
    ['much data', () => event({ type: 'custom', name: 'x', data: 'x'.repeat(5000) }), '/events/0/data'],
    ['a NUL', () => event({ type: 'click', action: 'a', label: '\0' }), '/events/0/label'],
    ['half a character', () => event({ type: 'click', action: '\ud800', label: '' }), '/events/0/action'],
  ])('%s', async (_name, body, pointer) => {
    const { body: problem } = await visitor.post(body()).expect(400);
    expect(problem).toMatchObject({
      code: 'validation_failed',
      errors: [expect.objectContaining({ pointer })],
    });
    expect(await visitor.stored(tab)).toEqual([]);
  });

  it('a token that was not given out, or for something else', async () => {
    const forged = tab.token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    await visitor.post({ ...good(), token: forged }).expect(403);
    const form = await visitor.formAt('/with-form');
    await visitor.post({ ...good(), token: form.split('/').at(-1) }).expect(403);
  });

  it('what is no JSON, or too large', async () => {
    await visitor.post('{').expect(400);
    await visitor.post('x', { 'content-type': 'text/plain' }).expect(400);
    await visitor.post({ ...good(), token: 'x'.repeat(70_000) }).expect(413);
  });

  it('too much from one link', async () => {
    const ended = () => visitor.tell(tab, [{ type: 'end' }], { 'x-forwarded-for': hex(1) });
    const now = performance.now();
    // Time stands still: however slow the machine is, nothing is given back.
    const taking = jest.spyOn(TokenBuckets.prototype, 'take');
    const take = taking.getMockImplementation()!;
    taking.mockImplementation(function (this: TokenBuckets, id, limit) {
      return take.call(this, id, limit, now);
    });
    await ended().expect(202);
    const call = taking.mock.calls.findIndex(([, { burst }]) => burst === LINK_BURST);
    const [links, [id, limit]] = [taking.mock.contexts[call]!, taking.mock.calls[call]!];
    for (let count = 1; count < LINK_BURST - 1; count++) take.call(links, id, limit, now);
    await ended().expect(202);
    await ended().expect(429);
    taking.mockRestore();
  });
});

async function tokenOn(path: string): Promise<string> {
  const { text } = await visitor.onDomain(path).expect(200);
  return /data-token="([^"]+)"/.exec(text)![1]!;
}

async function urlsOf({ visit }: Tab): Promise<(string | null)[]> {
  const { rows } = await service.pool.query<{ url: string | null }>(
    `select details->>'pageUrl' as url from visit_event e join visit v on v.id = visit_id
     where visit_key = $1 and type = 'view'`,
    [visit],
  );
  return rows.map(({ url }) => url);
}

/** What is told in `tab` is held up in the database; what is told in these meanwhile waits for one commit. */
async function committedTogether(tabs: readonly Tab[]): Promise<Response[]> {
  const added = jest.spyOn(service.app.get(CommitGroups), 'add');
  const lock = new Client({ connectionString: service.databaseUrl });
  await lock.connect();
  try {
    await lock.query('begin; lock table visit in share mode');
    const told = [tell(tab)];
    await until(async () => (await service.pool.query(BLOCKED)).rows.length > 0);
    told.push(...tabs.map(tell));
    await until(() => added.mock.calls.length === told.length);
    await lock.query('commit');
    return await Promise.all(told);
  } finally {
    await lock.end();
    added.mockRestore();
  }
}

const BLOCKED = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Is sent at once, and not only when it is waited for. */
const tell = async (each: Tab): Promise<Response> => await visitor.tell(each, [visitor.view(each)]);

/** With its events, as if it had begun the day before. */
async function movedToYesterday(id: string): Promise<void> {
  const { rows } = await service.pool.query<{ id: string }>(
    `select overlay(first_uuid_of(now() - interval '1 day')::text placing right($1::text, 21) from 16)::uuid as id`,
    [id],
  );
  const yesterday = rows[0]!.id;
  await service.pool.query(`select ensure_partitions('day', '{visit_event}', now() - interval '1 day')`);
  await service.pool.query('update visit set id = $2 where id = $1', [id, yesterday]);
  await service.pool.query('update visit_event set visit_id = $2 where visit_id = $1', [id, yesterday]);
}
