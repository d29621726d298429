import { Injectable } from '@nestjs/common';
import { PreparedReads } from '../../shared/database/prepared-reads.js';
import { unknownReference } from '../../shared/kernel/errors.js';
import { uuidNamedBy } from '../../shared/kernel/ids.js';
import { AudiencesApi } from '../pages/index.js';
import type { PageLinkTarget } from './page-links.dto.js';
import { lockDomain } from './tenant-domain-reads.js';

/** What a link names besides itself: it must be there, and stay until the change is done. */
@Injectable()
export class LinkReferences {
  constructor(
    private readonly reads: PreparedReads,
    private readonly audiences: AudiencesApi,
  ) {}

  /** Null is the service's own domain, which is always there. */
  async domain(id: string | null): Promise<string | null> {
    if (id === null) return null;
    const uuid = uuidNamedBy('domain', id);
    if (await this.lockDomain(uuid)) return uuid;
    throw unknownReference('domain_not_found', '/tenantDomainId', 'There is no such tenant domain.');
  }

  /** Whether it was still there to be held. */
  async lockDomain(uuid: string): Promise<boolean> {
    return (await this.reads.one(lockDomain, uuid)) !== undefined;
  }

  /** An archived one is there too: what it takes to show it can come later. */
  async audience({ audienceId }: PageLinkTarget): Promise<string> {
    const uuid = uuidNamedBy('audience', audienceId);
    if (await this.audiences.find(uuid)) return uuid;
    throw unknownReference('audience_not_found', '/target/audienceId', 'There is no such audience.');
  }
}
