import { atOnce } from '../support/api/at-once.js';
import { startTestService } from '../support/test-service.js';
import { until } from '../support/until.js';
import { WIRE_TIME } from '../support/api/wire-values.js';
import { DAY, momentOf, pathOf, setClock, useDomainClaims, WEEK } from './claims.js';

const { service, api, strangerApi, claims, dns } = await useDomainClaims();

describe('a check', () => {
  it('proves the domain whose record is there', async () => {
    const made = await claims.make();
    claims.publish(made);
    await claims.checkDue();
    const domain = await claims.read(made);
    expect(domain).toEqual({
      ...made,
      isProven: true,
      provenUntil: expect.stringMatching(WIRE_TIME),
      checkedAt: expect.stringMatching(WIRE_TIME),
      updatedAt: domain.checkedAt,
    });
    expect(momentOf(domain.provenUntil) - momentOf(domain.checkedAt)).toBe(WEEK);
    expect(await claims.eventsOf(made)).toEqual(['tenant_domain.created', 'tenant_domain.proven']);
  });

  it('finds the record among others', async () => {
    const domain = await claims.make();
    const { name, value } = domain.proofRecord;
    dns.setTexts(name, ['v=spf1 -all', 'x'.repeat(600), '', value]);
    await claims.checkDue();
    expect(await claims.read(domain)).toMatchObject({ isProven: true });
  });

  it('puts a record together that comes in several strings', async () => {
    const domain = await claims.make();
    const { name, value } = domain.proofRecord;
    dns.setTexts(name, [[value.slice(0, 20), '', value.slice(20)]]);
    await claims.checkDue();
    expect(await claims.read(domain)).toMatchObject({ isProven: true });
  });

  const FAULTS: [string, string, (record: { name: string; value: string }) => void][] = [
    ['no_record', 'the name is not there', ({ name }) => dns.remove(name)],
    ['no_record', 'the name has no such record', ({ name }) => dns.setTexts(name, [])],
    ['other_value', 'there is more in it', ({ name, value }) => dns.setTexts(name, [`${value} x`])],
    ['other_value', 'it is cut', ({ name, value }) => dns.setTexts(name, [value.slice(0, -1)])],
    [
      'other_value',
      'two records have half of it each',
      ({ name, value }) => dns.setTexts(name, [value.slice(0, 20), value.slice(20)]),
    ],
    ['no_answer', 'the name server fails', () => dns.become('failing')],
  ];

  it.each(FAULTS)('notes %s where %s', async (checkFault, _, arrange) => {
    const made = await claims.make();
    arrange(made.proofRecord);
    await claims.checkDue();
    const domain = await claims.read(made);
    expect(domain).toEqual({
      ...made,
      checkFault,
      checkedAt: expect.stringMatching(WIRE_TIME),
      updatedAt: domain.checkedAt,
    });
    expect(await claims.eventsOf(made)).toEqual(['tenant_domain.created']);
  });

  it("takes no other tenant's record for the proof", async () => {
    const ours = await claims.make('mixed-up.example');
    const theirs = await claims.make('mixed-up.example', strangerApi);
    claims.publish(theirs);
    await claims.checkDue();
    expect(await claims.read(ours)).toMatchObject({ isProven: false, checkFault: 'other_value' });
    expect(await claims.read(theirs, strangerApi)).toMatchObject({ isProven: true, checkFault: null });
  });

  it('finds a record that was not there before', async () => {
    const domain = await claims.make();
    await claims.checkDue();
    claims.publish(domain);
    setClock(domain.createdAt, 5 * 60_000);
    await claims.checkDue();
    expect(await claims.read(domain)).toMatchObject({ isProven: true, checkFault: null });
  });

  it('asks for no domain whose time has not come', async () => {
    const domain = await claims.make();
    await claims.checkDue();
    await claims.checkDue();
    expect(dns.asked).toEqual([`TXT ${domain.proofRecord.name}`]);
  });

  it('comes each week for a domain that nobody proves within 30 days', async () => {
    const domain = await claims.make();
    const now = setClock(domain.createdAt, 30 * DAY);
    await claims.checkDue();
    expect(await claims.nextCheckOf(domain)).toBe(now + WEEK);
    claims.publish(domain);
    await claims.askForCheck(domain);
    expect(await claims.read(domain)).toMatchObject({ isProven: true });
  });
});

describe('POST /v0/tenant_domains/{tenant_domain_id}/check', () => {
  const queued = async () =>
    (await service.pool.query(`select from jobs.job where name = 'domain.check'`)).rowCount!;

  it('answers the domain as it is, and has it checked soon', async () => {
    const domain = await claims.proven();
    const before = await queued();
    expect((await api.post(`${pathOf(domain)}/check`).expect(200)).body).toEqual(domain);
    expect(await queued()).toBe(before + 1);
    expect(await claims.read(domain)).toEqual(domain);
    await claims.checkDue();
    expect(dns.asked).toHaveLength(2);
  });

  it('can be repeated: what is proven stays so, and is told of once', async () => {
    const domain = await claims.proven();
    for (let time = 0; time < 3; time++) await claims.askForCheck(domain);
    expect(dns.asked).toHaveLength(4);
    expect(await claims.read(domain)).toMatchObject({ isProven: true, checkFault: null });
    expect(await claims.eventsOf(domain)).toEqual(['tenant_domain.created', 'tenant_domain.proven']);
  });

  it('can be sent many times at once, while checks are running', async () => {
    const domain = await claims.make();
    claims.publish(domain);
    const answers = await atOnce(service, async (index) => {
      if (index % 3 === 0) await claims.checkDue();
      return api.post(`${pathOf(domain)}/check`);
    });
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await claims.checkDue();
    expect(await claims.read(domain)).toMatchObject({ isProven: true, checkFault: null });
    expect(await claims.eventsOf(domain)).toEqual(['tenant_domain.created', 'tenant_domain.proven']);
  });

  it('is done by a worker', async () => {
    const working = await startTestService({ ROLE: 'all', DNS_SERVERS: dns.address });
    try {
      const { api: theirs } = working.home;
      const domain = await claims.make('worked-on.example', theirs);
      claims.publish(domain);
      await theirs.post(`${pathOf(domain)}/check`).expect(200);
      await until(async () => (await claims.read(domain, theirs)).isProven);
    } finally {
      await working.close();
    }
  });
});
