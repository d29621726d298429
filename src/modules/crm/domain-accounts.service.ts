import { Injectable } from '@nestjs/common';
import { PreparedReads } from '../../shared/database/prepared-reads.js';
import { PreparedWrites } from '../../shared/database/prepared-writes.js';
import { Events } from '../../shared/events/events.js';
import { clock } from '../../shared/kernel/clock.js';
import { newUuid, wireId } from '../../shared/kernel/ids.js';
import { lockAccountByDomain } from './account-reads.js';
import type { AccountRecord } from './account-views.js';
import { insertAccount } from './account-writes.js';
import { searchText } from '../../shared/kernel/search-text.js';

/** The account of each domain, of which there is one. */
@Injectable()
export class DomainAccounts {
  constructor(
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly events: Events,
  ) {}

  /** Answers the account if it was missing; afterwards it is there in any case. */
  async make(domain: string, name: string | null = null): Promise<AccountRecord | undefined> {
    const [id, now] = [newUuid(), clock.now()];
    const count = await this.writes.run(insertAccount, id, domain, name, searchText([domain, name]), now);
    if (count === 0) return undefined;
    this.events.record({ type: 'account.created', accountId: wireId('account', id) });
    return { id, domain, name, createdAt: now, updatedAt: now, latestActivityAt: null, linkedPersons: [] };
  }

  /** The account that persons of this domain belong to. */
  async idOf(domain: string): Promise<string>;
  async idOf(domain: string | null): Promise<string | null>;
  async idOf(domain: string | null): Promise<string | null> {
    if (domain === null) return null;
    const [, row] = await Promise.all([this.make(domain), this.reads.one(lockAccountByDomain, domain)]);
    return row!.id;
  }
}
