import { jest } from '@jest/globals';
import { CheckDomainsHandler } from '../../src/modules/links/check-domains.handler.js';
import type { PageLinkView } from '../../src/modules/links/page-links.dto.js';
import type { TenantDomainView } from '../../src/modules/links/tenant-domains.dto.js';
import { clock } from '../../src/shared/kernel/clock.js';
import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import type { ApiClient } from '../support/api-client.js';
import { atOnce, MANY_CONNECTIONS } from '../support/at-once.js';
import { startNameServer } from '../support/name-server.js';
import { recordedTypes } from '../support/recorded-events.js';
import { startTestService, useTestService, type TestService } from '../support/test-service.js';
import { until } from '../support/until.js';
import { unknownId, WIRE_TIME } from '../support/wire-values.js';

const LIST = '/v0/tenant_domains';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
/** Of one question to a name server, at the least. */
const ANSWERS_WITHIN_MS = 2000;

const dns = await startNameServer();
// Without a worker: nobody else checks anything here.
const { service, api, strangerApi } = useTestService({ DNS_SERVERS: dns.address, ...MANY_CONNECTIONS });
let claimed = 0;

afterAll(() => dns.close());

// Else later tests would check the domains of earlier ones, too.
beforeEach(async () => {
  dns.reset();
  await service.pool.query('delete from page_link where tenant_domain_id is not null');
  await service.pool.query('delete from tenant_domain');
});
afterEach(() => void jest.restoreAllMocks());

const handle = ({ app }: TestService = service) => app.get(CheckDomainsHandler, { strict: false }).handle();

async function claim(
  domain = `claim-${++claimed}.example`,
  client: ApiClient = api,
): Promise<TenantDomainView> {
  return (await client.post(LIST, { domain }).expect(201)).body as TenantDomainView;
}

const pathOf = ({ tenantDomainId }: TenantDomainView) => `${LIST}/${tenantDomainId}`;

async function read(domain: TenantDomainView, client: ApiClient = api): Promise<TenantDomainView> {
  return (await client.get(pathOf(domain)).expect(200)).body as TenantDomainView;
}

/** Claims of the same domain have their records at the same name. */
function publish(...domains: TenantDomainView[]): void {
  const values = domains.map(({ proofRecord }) => proofRecord.value);
  dns.set(domains[0]!.proofRecord.name, values);
}

async function proven(domain?: string, client: ApiClient = api): Promise<TenantDomainView> {
  const made = await claim(domain, client);
  publish(made);
  await handle();
  return read(made, client);
}

async function askForCheck(domain: TenantDomainView, client: ApiClient = api): Promise<void> {
  await client.post(`${pathOf(domain)}/check`).expect(200);
  await handle();
}

const eventsOf = ({ tenantDomainId }: TenantDomainView) => recordedTypes(service, { tenantDomainId });

const momentOf = (wireTime: string | null) => Number(wireTime);

/** Stops the clock so long after a moment. */
function setClock(wireTime: string | null, laterMs: number): number {
  const now = momentOf(wireTime) + laterMs;
  jest.spyOn(clock, 'now').mockImplementation(() => new Date(now));
  return now;
}

/** Has a proven domain checked each day, and at last so long after the end of its proof. */
async function checkDaily({ checkedAt, provenUntil }: TenantDomainView, laterMs = 0): Promise<void> {
  const end = momentOf(provenUntil) + laterMs;
  for (let day = 1; momentOf(checkedAt) + day * DAY < end; day++) {
    setClock(checkedAt, day * DAY);
    await handle();
  }
  setClock(provenUntil, laterMs);
  await handle();
}

async function nextCheckOf({ tenantDomainId }: TenantDomainView): Promise<number | null> {
  const { rows } = await service.pool.query<{ next: number | null }>(
    'select (extract(epoch from next_check_at) * 1000)::float8 as next from tenant_domain where id = $1',
    [uuidOf('domain', tenantDomainId)],
  );
  return rows[0]!.next;
}

describe('a claim', () => {
  it('answers the record that proves it', async () => {
    const domain = await claim('www.bücher.example');
    expect(domain).toMatchObject({
      ...{ isProven: false, provenUntil: null, checkedAt: null, checkFault: null },
      proofRecord: {
        name: '_foyer.www.xn--bcher-kva.example',
        value: expect.stringMatching(/^foyer-domain=[0-9a-f]{32}$/),
      },
    });
    expect((await api.get(LIST).expect(200)).body.items).toEqual([domain]);
  });

  it('keeps no other tenant out, and has a record of its own', async () => {
    const ours = await claim('shared.example');
    const theirs = await claim('shared.example', strangerApi);
    expect(theirs.proofRecord.name).toBe(ours.proofRecord.name);
    expect(theirs.proofRecord.value).not.toBe(ours.proofRecord.value);
  });

  it('is refused where the tenant has the domain already, proven or not', async () => {
    const domain = await claim('once.example');
    const again = () => api.post(LIST, { domain: 'Once.example' }).expect(409);
    expect((await again()).body.code).toBe('domain_taken');
    publish(domain);
    await handle();
    expect((await again()).body.code).toBe('domain_taken');
  });

  it('is not refused where another tenant has proven the domain', async () => {
    await proven('owned.example');
    expect(await claim('owned.example', strangerApi)).toMatchObject({ isProven: false, checkFault: null });
  });

  it('is out of sight for other tenants, who can not check it either', async () => {
    const domain = await claim();
    await handle();
    const due = await nextCheckOf(domain);
    for (const id of [domain.tenantDomainId, unknownId('domain')]) {
      await strangerApi.get(`${LIST}/${id}`).expect(404);
      const { body } = await strangerApi.post(`${LIST}/${id}/check`).expect(404);
      expect(body.code).toBe('domain_not_found');
      await strangerApi.delete(`${LIST}/${id}`).expect(404);
    }
    expect(await nextCheckOf(domain)).toBe(due);
    expect((await strangerApi.get(LIST).expect(200)).body.items).toEqual([]);
  });
});

describe('a check', () => {
  it('proves the domain whose record is there', async () => {
    const made = await claim();
    publish(made);
    await handle();
    const domain = await read(made);
    expect(domain).toEqual({
      ...made,
      isProven: true,
      provenUntil: expect.stringMatching(WIRE_TIME),
      checkedAt: expect.stringMatching(WIRE_TIME),
      updatedAt: domain.checkedAt,
    });
    expect(momentOf(domain.provenUntil) - momentOf(domain.checkedAt)).toBe(WEEK);
    expect(await eventsOf(made)).toEqual(['tenant_domain.created', 'tenant_domain.proven']);
  });

  it('finds the record among others', async () => {
    const domain = await claim();
    const { name, value } = domain.proofRecord;
    dns.set(name, ['v=spf1 -all', 'x'.repeat(600), '', value]);
    await handle();
    expect(await read(domain)).toMatchObject({ isProven: true });
  });

  it('puts a record together that comes in several strings', async () => {
    const domain = await claim();
    const { name, value } = domain.proofRecord;
    dns.set(name, [[value.slice(0, 20), '', value.slice(20)]]);
    await handle();
    expect(await read(domain)).toMatchObject({ isProven: true });
  });

  const FAULTS: [string, string, (record: { name: string; value: string }) => void][] = [
    ['no_record', 'the name is not there', ({ name }) => dns.remove(name)],
    ['no_record', 'the name has no such record', ({ name }) => dns.set(name, [])],
    ['other_value', 'there is more in it', ({ name, value }) => dns.set(name, [`${value} x`])],
    ['other_value', 'it is cut', ({ name, value }) => dns.set(name, [value.slice(0, -1)])],
    [
      'other_value',
      'two records have half of it each',
      ({ name, value }) => dns.set(name, [value.slice(0, 20), value.slice(20)]),
    ],
    ['no_answer', 'the name server fails', () => dns.become('failing')],
  ];

  it.each(FAULTS)('notes %s where %s', async (checkFault, _, arrange) => {
    const made = await claim();
    arrange(made.proofRecord);
    await handle();
    const domain = await read(made);
    expect(domain).toEqual({
      ...made,
      checkFault,
      checkedAt: expect.stringMatching(WIRE_TIME),
      updatedAt: domain.checkedAt,
    });
    expect(await eventsOf(made)).toEqual(['tenant_domain.created']);
  });

  it("takes no other tenant's record for the proof", async () => {
    const ours = await claim('mixed-up.example');
    const theirs = await claim('mixed-up.example', strangerApi);
    publish(theirs);
    await handle();
    expect(await read(ours)).toMatchObject({ isProven: false, checkFault: 'other_value' });
    expect(await read(theirs, strangerApi)).toMatchObject({ isProven: true, checkFault: null });
  });

  it('finds a record that was not there before', async () => {
    const domain = await claim();
    await handle();
    publish(domain);
    setClock(domain.createdAt, 5 * 60_000);
    await handle();
    expect(await read(domain)).toMatchObject({ isProven: true, checkFault: null });
  });

  it('asks for no domain whose time has not come', async () => {
    const domain = await claim();
    await handle();
    await handle();
    expect(dns.asked).toEqual([domain.proofRecord.name]);
  });

  it('comes each week for a domain that nobody proves within 30 days', async () => {
    const domain = await claim();
    const now = setClock(domain.createdAt, 30 * DAY);
    await handle();
    expect(await nextCheckOf(domain)).toBe(now + WEEK);
    publish(domain);
    await askForCheck(domain);
    expect(await read(domain)).toMatchObject({ isProven: true });
  });
});

describe('POST /v0/tenant_domains/{tenant_domain_id}/check', () => {
  const queued = async () =>
    (await service.pool.query(`select from jobs.job where name = 'domain.check'`)).rowCount!;

  it('answers the domain as it is, and has it checked soon', async () => {
    const domain = await proven();
    const before = await queued();
    expect((await api.post(`${pathOf(domain)}/check`).expect(200)).body).toEqual(domain);
    expect(await queued()).toBe(before + 1);
    expect(await read(domain)).toEqual(domain);
    await handle();
    expect(dns.asked).toHaveLength(2);
  });

  it('can be repeated: what is proven stays so, and is told of once', async () => {
    const domain = await proven();
    for (let time = 0; time < 3; time++) await askForCheck(domain);
    expect(dns.asked).toHaveLength(4);
    expect(await read(domain)).toMatchObject({ isProven: true, checkFault: null });
    expect(await eventsOf(domain)).toEqual(['tenant_domain.created', 'tenant_domain.proven']);
  });

  it('can be sent many times at once, while checks are running', async () => {
    const domain = await claim();
    publish(domain);
    const answers = await atOnce(service, async (index) => {
      if (index % 3 === 0) await handle();
      return api.post(`${pathOf(domain)}/check`);
    });
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await handle();
    expect(await read(domain)).toMatchObject({ isProven: true, checkFault: null });
    expect(await eventsOf(domain)).toEqual(['tenant_domain.created', 'tenant_domain.proven']);
  });

  it('is done by a worker', async () => {
    const working = await startTestService({ ROLE: 'all', DNS_SERVERS: dns.address });
    try {
      const { api: theirs } = working.home;
      const domain = await claim('worked-on.example', theirs);
      publish(domain);
      await theirs.post(`${pathOf(domain)}/check`).expect(200);
      await until(async () => (await read(domain, theirs)).isProven);
    } finally {
      await working.close();
    }
  });
});

describe('a proof', () => {
  it('is looked for each day, and counts for a week from then', async () => {
    const domain = await proven();
    expect(await nextCheckOf(domain)).toBe(momentOf(domain.checkedAt) + DAY);
    const now = setClock(domain.checkedAt, DAY);
    await handle();
    expect(await read(domain)).toMatchObject({ checkedAt: `+${now}`, provenUntil: `+${now + WEEK}` });
  });

  it('is looked for each hour while it is missing, and counts meanwhile', async () => {
    const domain = await proven();
    dns.become('failing');
    const now = setClock(domain.checkedAt, DAY);
    await handle();
    expect(await read(domain)).toEqual({
      ...domain,
      checkFault: 'no_answer',
      checkedAt: `+${now}`,
      updatedAt: `+${now}`,
    });
    expect(await nextCheckOf(domain)).toBe(now + HOUR);
  });

  it('that is there again counts on', async () => {
    const domain = await proven();
    dns.remove(domain.proofRecord.name);
    setClock(domain.checkedAt, 3 * DAY);
    await handle();
    expect(await read(domain)).toMatchObject({ isProven: true, checkFault: 'no_record' });
    publish(domain);
    const now = setClock(domain.checkedAt, 4 * DAY);
    await handle();
    expect(await read(domain)).toMatchObject({ checkFault: null, provenUntil: `+${now + WEEK}` });
    expect(await eventsOf(domain)).toEqual(['tenant_domain.created', 'tenant_domain.proven']);
  });

  it('lapses after seven days without it, and not before', async () => {
    const domain = await proven();
    dns.remove(domain.proofRecord.name);
    await checkDaily(domain, -1);
    expect(await read(domain)).toMatchObject({ isProven: true, provenUntil: domain.provenUntil });
    // The next look is an hour after the last.
    setClock(domain.provenUntil, HOUR);
    await handle();
    expect(await read(domain)).toMatchObject({ isProven: false, provenUntil: null, checkFault: 'no_record' });
    const types = ['tenant_domain.created', 'tenant_domain.proven', 'tenant_domain.released'];
    expect(await eventsOf(domain)).toEqual(types);
  });

  it('does not lapse by days on which nobody looked for it', async () => {
    const domain = await proven();
    dns.remove(domain.proofRecord.name);
    setClock(domain.provenUntil, 30 * DAY);
    await handle();
    expect(await read(domain)).toMatchObject({ isProven: true, checkFault: 'no_record' });
  });

  it('that was never seen, of a domain from before, counts for its 30 days and no longer', async () => {
    const domain = await claim();
    await service.pool.query(
      `update tenant_domain set is_proven = true, created_at = now() - interval '1 year', proven_until = now() + interval '30 days'`,
    );
    const { provenUntil } = await read(domain);
    await handle();
    expect(await read(domain)).toMatchObject({ isProven: true, provenUntil, checkFault: 'no_record' });
  });

  it('can be given again after it lapsed', async () => {
    const domain = await proven();
    dns.remove(domain.proofRecord.name);
    await checkDaily(domain);
    publish(domain);
    await askForCheck(domain);
    expect(await read(domain)).toMatchObject({ isProven: true, checkFault: null });
    expect((await eventsOf(domain)).slice(-2)).toEqual(['tenant_domain.released', 'tenant_domain.proven']);
  });
});

describe('a domain that two tenants claim', () => {
  /** The first has proven it; the records of both are there. */
  async function contested(): Promise<[first: TenantDomainView, second: TenantDomainView]> {
    const first = await proven(`contested-${++claimed}.example`);
    const second = await claim(first.domain, strangerApi);
    publish(first, second);
    await handle();
    return [first, second];
  }

  it('stays with the one who has proven it', async () => {
    const [first, second] = await contested();
    expect(await read(second, strangerApi)).toMatchObject({
      ...{ isProven: false, provenUntil: null, checkFault: 'proven_by_another' },
    });
    expect(await read(first)).toEqual(first);
    expect(await eventsOf(second)).toEqual(['tenant_domain.created']);
  });

  it('can be proven by the other once the first proof has lapsed', async () => {
    const [first, second] = await contested();
    publish(second);
    await checkDaily(first);
    await askForCheck(second, strangerApi);
    expect(await read(first)).toMatchObject({ isProven: false, checkFault: 'other_value' });
    expect(await read(second, strangerApi)).toMatchObject({ isProven: true, checkFault: null });
    // Who had it first can not take it back.
    publish(first, second);
    await askForCheck(first);
    expect(await read(first)).toMatchObject({ isProven: false, checkFault: 'proven_by_another' });
  });

  it('can be proven by the other once the first has deleted it', async () => {
    const [first, second] = await contested();
    await api.delete(pathOf(first)).expect(200);
    await askForCheck(second, strangerApi);
    expect(await read(second, strangerApi)).toMatchObject({ isProven: true, checkFault: null });
  });

  it('is proven by one of them when both are checked at the same moment, by two runs', async () => {
    const claims = [await claim('raced.example'), await claim('raced.example', strangerApi)] as const;
    publish(...claims);
    dns.become('waiting');
    const runs = [handle(), handle()];
    await until(() => dns.asked.length === 4);
    dns.become('answering');
    await Promise.all(runs);
    const after = [await read(claims[0]), await read(claims[1], strangerApi)];
    const outcomes = after.map(({ isProven, checkFault }) => ({ isProven, checkFault }));
    expect(outcomes).toHaveLength(2);
    expect(outcomes).toContainEqual({ isProven: true, checkFault: null });
    expect(outcomes).toContainEqual({ isProven: false, checkFault: 'proven_by_another' });
    const types = (await Promise.all(claims.map(eventsOf))).flat().sort();
    expect(types).toEqual(['tenant_domain.created', 'tenant_domain.created', 'tenant_domain.proven']);
  });

  it('changes hands while both are checked at the same moment', async () => {
    const [first, second] = await contested();
    publish(second);
    await checkDaily(first, -1);
    setClock(first.provenUntil, 0);
    // Whichever is noted first, nothing fails; the other has it at the next look at the latest.
    for (const domain of [first, second]) {
      const client = domain === first ? api : strangerApi;
      await client.post(`${pathOf(domain)}/check`).expect(200);
    }
    await Promise.all([handle(), handle()]);
    expect(await read(first)).toMatchObject({ isProven: false });
    await askForCheck(second, strangerApi);
    expect(await read(second, strangerApi)).toMatchObject({ isProven: true });
  });
});

describe('while a domain is being checked', () => {
  /** Does something once the name server was asked, and before it answers. */
  async function whileAsked(act: () => PromiseLike<unknown>): Promise<void> {
    const before = dns.asked.length;
    dns.become('waiting');
    const run = handle();
    await until(() => dns.asked.length > before);
    await act();
    dns.become('answering');
    await run;
  }

  it('it can be deleted', async () => {
    const domain = await claim();
    publish(domain);
    await whileAsked(() => api.delete(pathOf(domain)).expect(200));
    await api.get(pathOf(domain)).expect(404);
    expect(await eventsOf(domain)).toEqual(['tenant_domain.created', 'tenant_domain.deleted']);
  });

  it('it can be deleted and claimed anew: the old record proves nothing', async () => {
    const domain = await claim();
    publish(domain);
    let anew = domain;
    await whileAsked(async () => {
      await api.delete(pathOf(domain)).expect(200);
      anew = await claim(domain.domain);
    });
    expect(await read(anew)).toEqual(anew);
    await handle();
    expect(await read(anew)).toMatchObject({ isProven: false, checkFault: 'other_value' });
  });

  it('it can be proven by another run', async () => {
    const domain = await claim();
    publish(domain);
    await whileAsked(async () => {
      dns.become('answering');
      await handle();
      expect(await read(domain)).toMatchObject({ isProven: true });
    });
    expect(await eventsOf(domain)).toEqual(['tenant_domain.created', 'tenant_domain.proven']);
  });
});

describe('many domains', () => {
  const MANY = 60;

  const claimMany = () => Promise.all(Array.from({ length: MANY }, () => claim()));

  it('are checked in one run', async () => {
    const domains = await claimMany();
    for (const domain of domains) publish(domain);
    await handle();
    const { rows } = await service.pool.query('select is_proven as "isProven" from tenant_domain');
    expect(rows).toEqual(Array(MANY).fill({ isProven: true }));
  });

  it('whose name server never answers do not wait for each other', async () => {
    await claimMany();
    dns.become('silent');
    const begin = performance.now();
    await handle();
    // One after the other would take two minutes at the least; this is no measure of speed.
    expect(performance.now() - begin).toBeLessThan((MANY * ANSWERS_WITHIN_MS) / 3);
    const { rows } = await service.pool.query('select check_fault as fault from tenant_domain');
    expect(rows).toEqual(Array(MANY).fill({ fault: 'no_answer' }));
  }, 60_000);

  it('have one that fails: the others are checked all the same, and it is told', async () => {
    const domains = await Promise.all(Array.from({ length: 5 }, () => claim()));
    for (const domain of domains) publish(domain);
    await service.pool.query(`
      create function refuse_proof() returns trigger language plpgsql as $$ begin raise 'no luck'; end $$`);
    await service.pool.query(`
      create trigger refuse_proof before update on tenant_domain for each row
        when (new.domain = '${domains[2]!.domain}') execute function refuse_proof()`);
    await expect(handle()).rejects.toThrow('no luck');
    await service.pool.query('drop function refuse_proof cascade');
    const proofs = (await Promise.all(domains.map((domain) => read(domain)))).map(({ isProven }) => isProven);
    expect(proofs).toEqual([true, true, false, true, true]);
    await handle();
    expect(await read(domains[2]!)).toMatchObject({ isProven: true });
  });
});

describe('a link', () => {
  const LINKS = '/v0/page_links';

  async function linkOn({ tenantDomainId }: TenantDomainView): Promise<PageLinkView> {
    const target = { targetType: 'audience', audienceId: exampleId('audience') };
    const { body } = await api.post(LINKS, { tenantDomainId, path: '/prices', target }).expect(201);
    return body as PageLinkView;
  }

  async function shownAt({ domain }: TenantDomainView, link: PageLinkView) {
    const [{ body: shown }, { body: list }, { body: resolution }] = await Promise.all([
      api.get(`${LINKS}/${link.pageLinkId}`).expect(200),
      api.get(`${LINKS}?tenantDomainId=${link.tenantDomainId}`).expect(200),
      api.get(`${LINKS}/resolve?domain=${domain}&path=/prices`).expect(200),
    ]);
    expect(list.items).toEqual([shown]);
    const { found, reason } = resolution;
    return { url: (shown as PageLinkView).url, found, reason };
  }

  const HIDDEN = { url: null, found: false, reason: 'domain_not_proven' };

  it('is shown to nobody until its domain is proven', async () => {
    const domain = await claim();
    const link = await linkOn(domain);
    expect(link.url).toBeNull();
    expect(await shownAt(domain, link)).toEqual(HIDDEN);
    publish(domain);
    await handle();
    const url = `http://${domain.domain}:${new URL(service.siteUrl).port}/prices`;
    expect(await shownAt(domain, link)).toEqual({ url, found: true, reason: null });
  });

  it('is hidden again once the proof has lapsed', async () => {
    const domain = await proven();
    const link = await linkOn(domain);
    expect(link.url).toContain(`//${domain.domain}:`);
    dns.remove(domain.proofRecord.name);
    await checkDaily(domain);
    expect(await shownAt(domain, link)).toEqual(HIDDEN);
  });

  it('is hidden where another tenant has proven the domain', async () => {
    const { domain } = await proven(undefined, strangerApi);
    const ours = await claim(domain);
    const link = await linkOn(ours);
    await handle();
    expect(await shownAt(ours, link)).toEqual(HIDDEN);
  });
});
