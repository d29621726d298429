import { until } from '../support/until.js';
import { pathOf, useDomainClaims } from './claims.js';

const { service, api, claims, dns } = await useDomainClaims();

describe('while a domain is being checked', () => {
  /** Does something once the name server was asked, and before it answers. */
  async function whileAsked(act: () => PromiseLike<unknown>): Promise<void> {
    const before = dns.asked.length;
    dns.become('waiting');
    const run = claims.checkDue();
    await until(() => dns.asked.length > before);
    await act();
    dns.become('answering');
    await run;
  }

  it('it can be deleted', async () => {
    const domain = await claims.make();
    claims.publish(domain);
    await whileAsked(() => api.delete(pathOf(domain)).expect(200));
    await api.get(pathOf(domain)).expect(404);
    expect(await claims.eventsOf(domain)).toEqual(['tenant_domain.created', 'tenant_domain.deleted']);
  });

  it('it can be deleted and claimed anew: the old record proves nothing', async () => {
    const domain = await claims.make();
    claims.publish(domain);
    let anew = domain;
    await whileAsked(async () => {
      await api.delete(pathOf(domain)).expect(200);
      anew = await claims.make(domain.domain);
    });
    expect(await claims.read(anew)).toEqual(anew);
    await claims.checkDue();
    expect(await claims.read(anew)).toMatchObject({ isProven: false, checkFault: 'other_value' });
  });

  it('it can be proven by another run', async () => {
    const domain = await claims.make();
    claims.publish(domain);
    await whileAsked(async () => {
      dns.become('answering');
      await claims.checkDue();
      expect(await claims.read(domain)).toMatchObject({ isProven: true });
    });
    expect(await claims.eventsOf(domain)).toEqual(['tenant_domain.created', 'tenant_domain.proven']);
  });
});

describe('many domains', () => {
  it('have one that fails: the others are checked all the same, and it is told', async () => {
    const domains = await Promise.all(Array.from({ length: 5 }, () => claims.make()));
    for (const domain of domains) claims.publish(domain);
    await service.pool.query(`
      create function refuse_proof() returns trigger language plpgsql as $$ begin raise 'no luck'; end $$`);
    await service.pool.query(`
      create trigger refuse_proof before update on tenant_domain for each row
        when (new.domain = '${domains[2]!.domain}') execute function refuse_proof()`);
    await expect(claims.checkDue()).rejects.toThrow('no luck');
    await service.pool.query('drop function refuse_proof cascade');
    const proofs = (await Promise.all(domains.map((domain) => claims.read(domain)))).map(
      ({ isProven }) => isProven,
    );
    expect(proofs).toEqual([true, true, false, true, true]);
    await claims.checkDue();
    expect(await claims.read(domains[2]!)).toMatchObject({ isProven: true });
  });
});
