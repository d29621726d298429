import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { PreparedReads } from '../../shared/database/prepared-reads.js';
import { notFound } from '../../shared/kernel/errors.js';
import { audienceById, lockAudience } from './audience-reads.js';
import type { AudienceRecord } from './audience-views.js';
import { Audience } from './audience.entity.js';
import { standingPage } from './page-reads.js';
import type { PageStatus } from './page.lifecycle.js';
import { Version } from './version.entity.js';

/**
 * Whoever changes an audience, or any of its versions, holds it first: what it answers is as one record.
 * An audience is found only below its own page, and only while that is not deleted.
 */
@Injectable()
export class AudienceLocks {
  constructor(
    private readonly em: EntityManager,
    private readonly reads: PreparedReads,
  ) {}

  async lock(pageId: string, audienceId: string): Promise<{ audience: Audience; pageStatus: PageStatus }> {
    const audience = await this.lockRow(pageId, audienceId);
    const page = await this.reads.one(standingPage, pageId);
    if (!page) throw notFound('audience');
    return { audience, pageStatus: page.status };
  }

  /** All that is answered about it, without an entity. Sent together, and read once the audience is held. */
  async lockRecord(pageId: string, audienceId: string): Promise<AudienceRecord> {
    const [, record] = await Promise.all([
      this.reads.one(lockAudience, pageId, audienceId),
      this.reads.one(audienceById, pageId, audienceId),
    ]);
    if (!record) throw notFound('audience');
    return record;
  }

  /** The audience is held before its version is read: what the version is, is decided only by whoever holds it. */
  async lockVersion(versionId: string): Promise<{ audience: Audience; version: Version }> {
    const { audience: named } = await this.em.findOneOrFail(Version, versionId);
    const audience = await this.em.findOneOrFail(Audience, named.id, {
      lockMode: LockMode.PESSIMISTIC_WRITE,
      refresh: true,
    });
    const version = await this.em.findOneOrFail(Version, versionId, { refresh: true });
    return { audience, version };
  }

  private async lockRow(pageId: string, audienceId: string): Promise<Audience> {
    const place = { id: audienceId, page: pageId };
    const audience = await this.em.findOne(Audience, place, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!audience) throw notFound('audience');
    return audience;
  }
}
