import { DomainsOfAllTenants } from '../../src/modules/links/domains/domains-of-all-tenants.js';
import { DAY, HOUR, momentOf, setClock, useDomainClaims, WEEK } from './claims.js';

const { service, claims, dns } = await useDomainClaims();

describe('a proof', () => {
  it('is looked for each day, and counts for a week from then', async () => {
    const domain = await claims.proven();
    expect(await claims.nextCheckOf(domain)).toBe(momentOf(domain.checkedAt) + DAY);
    const now = setClock(domain.checkedAt, DAY);
    await claims.checkDue();
    expect(await claims.read(domain)).toMatchObject({ checkedAt: `+${now}`, provenUntil: `+${now + WEEK}` });
  });

  it('is looked for each hour while it is missing, and counts meanwhile', async () => {
    const domain = await claims.proven();
    dns.become('failing');
    const now = setClock(domain.checkedAt, DAY);
    await claims.checkDue();
    expect(await claims.read(domain)).toEqual({
      ...domain,
      checkFault: 'no_answer',
      checkedAt: `+${now}`,
      updatedAt: `+${now}`,
    });
    expect(await claims.nextCheckOf(domain)).toBe(now + HOUR);
  });

  it('that is there again counts on', async () => {
    const domain = await claims.proven();
    dns.remove(domain.proofRecord.name);
    setClock(domain.checkedAt, 3 * DAY);
    await claims.checkDue();
    expect(await claims.read(domain)).toMatchObject({ isProven: true, checkFault: 'no_record' });
    claims.publish(domain);
    const now = setClock(domain.checkedAt, 4 * DAY);
    await claims.checkDue();
    expect(await claims.read(domain)).toMatchObject({ checkFault: null, provenUntil: `+${now + WEEK}` });
    expect(await claims.eventsOf(domain)).toEqual(['tenant_domain.created', 'tenant_domain.proven']);
  });

  it('lapses after seven days without it, and not before', async () => {
    const domain = await claims.proven();
    dns.remove(domain.proofRecord.name);
    await claims.checkDaily(domain, -1);
    expect(await claims.read(domain)).toMatchObject({ isProven: true, provenUntil: domain.provenUntil });
    // The next look is an hour after the last.
    setClock(domain.provenUntil, HOUR);
    await claims.checkDue();
    expect(await claims.read(domain)).toMatchObject({
      isProven: false,
      provenUntil: null,
      checkFault: 'no_record',
    });
    const types = ['tenant_domain.created', 'tenant_domain.proven', 'tenant_domain.released'];
    expect(await claims.eventsOf(domain)).toEqual(types);
  });

  it('does not lapse by days on which nobody looked for it', async () => {
    const domain = await claims.proven();
    dns.remove(domain.proofRecord.name);
    setClock(domain.provenUntil, 30 * DAY);
    await claims.checkDue();
    expect(await claims.read(domain)).toMatchObject({ isProven: true, checkFault: 'no_record' });
  });

  it('that was never seen, of a domain from before, counts for its 30 days and no longer', async () => {
    const domain = await claims.make();
    await service.pool.query(
      `update tenant_domain set is_proven = true, created_at = now() - interval '1 year', proven_until = now() + interval '30 days'`,
    );
    const { provenUntil } = await claims.read(domain);
    await claims.checkDue();
    expect(await claims.read(domain)).toMatchObject({ isProven: true, provenUntil, checkFault: 'no_record' });
  });

  it('that an operator revokes is not looked for any more', async () => {
    const domain = await claims.proven();
    expect(await service.app.get(DomainsOfAllTenants, { strict: false }).release(domain.domain)).toBe(true);
    setClock(domain.checkedAt, 2 * DAY);
    await claims.checkDue();
    expect(await claims.read(domain)).toMatchObject({ isProven: false, checkedAt: domain.checkedAt });
  });

  it('can be given again after it lapsed', async () => {
    const domain = await claims.proven();
    dns.remove(domain.proofRecord.name);
    await claims.checkDaily(domain);
    claims.publish(domain);
    await claims.askForCheck(domain);
    expect(await claims.read(domain)).toMatchObject({ isProven: true, checkFault: null });
    expect((await claims.eventsOf(domain)).slice(-2)).toEqual([
      'tenant_domain.released',
      'tenant_domain.proven',
    ]);
  });
});
