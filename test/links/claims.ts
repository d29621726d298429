import { jest } from '@jest/globals';
import { CheckDomainsHandler } from '../../src/modules/links/domains/check-domains.handler.js';
import type { TenantDomainView } from '../../src/modules/links/domains/tenant-domains.dto.js';
import { clock } from '../../src/shared/kernel/clock.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import type { ApiClient } from '../support/api/api-client.js';
import { MANY_CONNECTIONS } from '../support/api/at-once.js';
import { startNameServer, type NameServer } from '../support/servers/name-server.js';
import { recordedTypes } from '../support/recorded-events.js';
import { useTestService, type TestService, type UsedTestService } from '../support/test-service.js';

export const DOMAINS = '/v0/tenant_domains';
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const WEEK = 7 * DAY;

export const pathOf = ({ tenantDomainId }: TenantDomainView) => `${DOMAINS}/${tenantDomainId}`;

export const momentOf = (wireTime: string | null) => Number(wireTime);

/** Stops the clock so long after a moment. */
export function setClock(wireTime: string | null, laterMs: number): number {
  const now = momentOf(wireTime) + laterMs;
  jest.spyOn(clock, 'now').mockImplementation(() => new Date(now));
  return now;
}

/** Claims domains, and proves them; as the tenant that has the sample data, where no other is given. */
export class DomainClaims {
  private made = 0;

  constructor(
    private readonly service: TestService,
    private readonly dns: NameServer,
  ) {}

  async make(
    domain = `claim-${++this.made}.example`,
    client: ApiClient = this.service.home.api,
  ): Promise<TenantDomainView> {
    return (await client.post(DOMAINS, { domain }).expect(201)).body as TenantDomainView;
  }

  async read(domain: TenantDomainView, client: ApiClient = this.service.home.api): Promise<TenantDomainView> {
    return (await client.get(pathOf(domain)).expect(200)).body as TenantDomainView;
  }

  /** Claims of the same domain have their records at the same name. */
  publish(...domains: TenantDomainView[]): void {
    const values = domains.map(({ proofRecord }) => proofRecord.value);
    this.dns.setTexts(domains[0]!.proofRecord.name, values);
  }

  /** Checks those whose time has come, as a worker does. */
  checkDue(): Promise<void> {
    return this.service.app.get(CheckDomainsHandler, { strict: false }).handle();
  }

  async proven(domain?: string, client?: ApiClient): Promise<TenantDomainView> {
    const made = await this.make(domain, client);
    this.publish(made);
    await this.checkDue();
    return this.read(made, client);
  }

  async askForCheck(domain: TenantDomainView, client: ApiClient = this.service.home.api): Promise<void> {
    await client.post(`${pathOf(domain)}/check`).expect(200);
    await this.checkDue();
  }

  /** Has a proven domain checked each day, and at last so long after the end of its proof. */
  async checkDaily({ checkedAt, provenUntil }: TenantDomainView, laterMs = 0): Promise<void> {
    const end = momentOf(provenUntil) + laterMs;
    for (let day = 1; momentOf(checkedAt) + day * DAY < end; day++) {
      setClock(checkedAt, day * DAY);
      await this.checkDue();
    }
    setClock(provenUntil, laterMs);
    await this.checkDue();
  }

  async nextCheckOf({ tenantDomainId }: TenantDomainView): Promise<number | null> {
    const { rows } = await this.service.pool.query<{ next: number | null }>(
      'select (extract(epoch from next_check_at) * 1000)::float8 as next from tenant_domain where id = $1',
      [uuidOf('domain', tenantDomainId)],
    );
    return rows[0]!.next;
  }

  eventsOf({ tenantDomainId }: TenantDomainView): Promise<string[]> {
    return recordedTypes(this.service, { tenantDomainId });
  }
}

export interface UsedDomainClaims extends UsedTestService {
  claims: DomainClaims;
  dns: NameServer;
}

/** A service without a worker, so that nobody else checks anything, and the name server that it asks. */
export async function useDomainClaims(): Promise<UsedDomainClaims> {
  const dns = await startNameServer();
  const used = useTestService({ DNS_SERVERS: dns.address, ...MANY_CONNECTIONS });
  afterAll(() => dns.close());
  // Else later tests would check the domains of earlier ones, too.
  beforeEach(async () => {
    dns.reset();
    await used.service.pool.query('delete from page_link where tenant_domain_id is not null');
    await used.service.pool.query('delete from tenant_domain');
  });
  afterEach(() => void jest.restoreAllMocks());
  return { ...used, claims: new DomainClaims(used.service, dns), dns };
}
