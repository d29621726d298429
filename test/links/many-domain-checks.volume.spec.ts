import { useDomainClaims } from './claims.js';

/** Of one question to a name server, at the least. */
const ANSWERS_WITHIN_MS = 2000;

const { service, claims, dns } = await useDomainClaims();

describe('many domains', () => {
  const MANY = 60;

  const claimMany = () => Promise.all(Array.from({ length: MANY }, () => claims.make()));

  it('are checked in one run', async () => {
    const domains = await claimMany();
    for (const domain of domains) claims.publish(domain);
    await claims.checkDue();
    const { rows } = await service.pool.query('select is_proven as "isProven" from tenant_domain');
    expect(rows).toEqual(Array(MANY).fill({ isProven: true }));
  });

  it('whose name server never answers do not wait for each other', async () => {
    await claimMany();
    dns.become('silent');
    const begin = performance.now();
    await claims.checkDue();
    // One after the other would take two minutes at the least; this is no measure of speed.
    expect(performance.now() - begin).toBeLessThan((MANY * ANSWERS_WITHIN_MS) / 3);
    const { rows } = await service.pool.query('select check_fault as fault from tenant_domain');
    expect(rows).toEqual(Array(MANY).fill({ fault: 'no_answer' }));
  }, 60_000);
});
