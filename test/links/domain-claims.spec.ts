import type { TenantDomainView } from '../../src/modules/links/domains/tenant-domains.dto.js';
import { until } from '../support/until.js';
import { unknownId } from '../support/api/wire-values.js';
import { DOMAINS, pathOf, setClock, useDomainClaims } from './claims.js';

const { api, strangerApi, claims, dns } = await useDomainClaims();

describe('a claim', () => {
  it('answers the record that proves it', async () => {
    const domain = await claims.make('www.bücher.example');
    expect(domain).toMatchObject({
      ...{ isProven: false, provenUntil: null, checkedAt: null, checkFault: null },
      proofRecord: {
        name: '_foyer.www.xn--bcher-kva.example',
        value: expect.stringMatching(/^foyer-domain=[0-9a-f]{32}$/),
      },
    });
    expect((await api.get(DOMAINS).expect(200)).body.items).toEqual([domain]);
  });

  it('keeps no other tenant out, and has a record of its own', async () => {
    const ours = await claims.make('shared.example');
    const theirs = await claims.make('shared.example', strangerApi);
    expect(theirs.proofRecord.name).toBe(ours.proofRecord.name);
    expect(theirs.proofRecord.value).not.toBe(ours.proofRecord.value);
  });

  it('is refused where the tenant has the domain already, proven or not', async () => {
    const domain = await claims.make('once.example');
    const again = () => api.post(DOMAINS, { domain: 'Once.example' }).expect(409);
    expect((await again()).body.code).toBe('domain_taken');
    claims.publish(domain);
    await claims.checkDue();
    expect((await again()).body.code).toBe('domain_taken');
  });

  it('is not refused where another tenant has proven the domain', async () => {
    await claims.proven('owned.example');
    expect(await claims.make('owned.example', strangerApi)).toMatchObject({
      isProven: false,
      checkFault: null,
    });
  });

  it('is out of sight for other tenants, who can not check it either', async () => {
    const domain = await claims.make();
    await claims.checkDue();
    const due = await claims.nextCheckOf(domain);
    for (const id of [domain.tenantDomainId, unknownId('domain')]) {
      await strangerApi.get(`${DOMAINS}/${id}`).expect(404);
      const { body } = await strangerApi.post(`${DOMAINS}/${id}/check`).expect(404);
      expect(body.code).toBe('domain_not_found');
      await strangerApi.delete(`${DOMAINS}/${id}`).expect(404);
    }
    expect(await claims.nextCheckOf(domain)).toBe(due);
    expect((await strangerApi.get(DOMAINS).expect(200)).body.items).toEqual([]);
  });
});

describe('a domain that two tenants claim', () => {
  /** The first has proven it; the records of both are there. */
  async function contested(): Promise<[first: TenantDomainView, second: TenantDomainView]> {
    const first = await claims.proven();
    const second = await claims.make(first.domain, strangerApi);
    claims.publish(first, second);
    await claims.checkDue();
    return [first, second];
  }

  it('stays with the one who has proven it', async () => {
    const [first, second] = await contested();
    expect(await claims.read(second, strangerApi)).toMatchObject({
      ...{ isProven: false, provenUntil: null, checkFault: 'proven_by_another' },
    });
    expect(await claims.read(first)).toEqual(first);
    expect(await claims.eventsOf(second)).toEqual(['tenant_domain.created']);
  });

  it('can be proven by the other once the first proof has lapsed', async () => {
    const [first, second] = await contested();
    claims.publish(second);
    await claims.checkDaily(first);
    await claims.askForCheck(second, strangerApi);
    expect(await claims.read(first)).toMatchObject({ isProven: false, checkFault: 'other_value' });
    expect(await claims.read(second, strangerApi)).toMatchObject({ isProven: true, checkFault: null });
    // Who had it first can not take it back.
    claims.publish(first, second);
    await claims.askForCheck(first);
    expect(await claims.read(first)).toMatchObject({ isProven: false, checkFault: 'proven_by_another' });
  });

  it('can be proven by the other once the first has deleted it', async () => {
    const [first, second] = await contested();
    await api.delete(pathOf(first)).expect(200);
    await claims.askForCheck(second, strangerApi);
    expect(await claims.read(second, strangerApi)).toMatchObject({ isProven: true, checkFault: null });
  });

  it('is proven by one of them when both are checked at the same moment, by two runs', async () => {
    const both = [
      await claims.make('raced.example'),
      await claims.make('raced.example', strangerApi),
    ] as const;
    claims.publish(...both);
    dns.become('waiting');
    const runs = [claims.checkDue(), claims.checkDue()];
    await until(() => dns.asked.length === 4);
    dns.become('answering');
    await Promise.all(runs);
    const after = [await claims.read(both[0]), await claims.read(both[1], strangerApi)];
    const outcomes = after.map(({ isProven, checkFault }) => ({ isProven, checkFault }));
    expect(outcomes).toHaveLength(2);
    expect(outcomes).toContainEqual({ isProven: true, checkFault: null });
    expect(outcomes).toContainEqual({ isProven: false, checkFault: 'proven_by_another' });
    const types = (await Promise.all(both.map((each) => claims.eventsOf(each)))).flat().sort();
    expect(types).toEqual(['tenant_domain.created', 'tenant_domain.created', 'tenant_domain.proven']);
  });

  it('changes hands while both are checked at the same moment', async () => {
    const [first, second] = await contested();
    claims.publish(second);
    await claims.checkDaily(first, -1);
    setClock(first.provenUntil, 0);
    // Whichever is noted first, nothing fails; the other has it at the next look at the latest.
    for (const domain of [first, second]) {
      const client = domain === first ? api : strangerApi;
      await client.post(`${pathOf(domain)}/check`).expect(200);
    }
    await Promise.all([claims.checkDue(), claims.checkDue()]);
    expect(await claims.read(first)).toMatchObject({ isProven: false });
    await claims.askForCheck(second, strangerApi);
    expect(await claims.read(second, strangerApi)).toMatchObject({ isProven: true });
  });
});
