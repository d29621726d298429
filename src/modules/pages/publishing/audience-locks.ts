import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { detached } from '../../../shared/database/records/detached.js';
import { PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { RecordLock } from '../../../shared/database/transactions/record-lock.js';
import { notFound } from '../../../shared/kernel/errors.js';
import { audienceById, lockAudience, type AudienceRecord } from '../dto/audience-reads.js';
import { Audience, audienceColumns } from '../entities/audience.entity.js';
import { pageStatusById } from '../dto/page-reads.js';
import type { PageStatus } from '../entities/page.lifecycle.js';
import { Version } from '../entities/version.entity.js';

/**
 * Every change of an audience, or of one of its versions, locks the audience first: the API returns them as one record.
 * An audience is found only under its own page, and only while the page is not deleted.
 */
@Injectable()
export class AudienceLocks {
  constructor(
    private readonly em: EntityManager,
    private readonly recordLock: RecordLock,
    private readonly reads: PreparedReads,
  ) {}

  async lock(pageId: string, audienceId: string): Promise<{ audience: Audience; pageStatus: PageStatus }> {
    const audience = await this.recordLock.findOne(Audience, { id: audienceId, pageId });
    const page = audience && (await this.reads.one(pageStatusById, pageId));
    if (!page) throw notFound('audience');
    return { audience, pageStatus: page.status };
  }

  /** Returns a detached audience with the data of its view. */
  async lockDetached(pageId: string, audienceId: string): Promise<Audience & AudienceRecord> {
    const audience = await this.lockIfFound(pageId, audienceId);
    if (!audience) throw notFound('audience');
    return audience;
  }

  /** The same for an audience that a body names. Sends both reads together. */
  async lockIfFound(pageId: string, audienceId: string): Promise<(Audience & AudienceRecord) | undefined> {
    await this.recordLock.wait(audienceId);
    const [, row] = await Promise.all([
      this.reads.one(lockAudience, pageId, audienceId),
      this.reads.one(audienceById, pageId, audienceId),
    ]);
    return row && detached(Audience, { ...row, ...audienceColumns.fromRow(row) });
  }

  /** Reads the version after locking its audience: without the lock, its status could change in between. */
  async lockVersion(versionId: string): Promise<{ audience: Audience; version: Version }> {
    const { audienceId } = await this.em.findOneOrFail(Version, { id: versionId });
    const audience = (await this.recordLock.findOne(Audience, { id: audienceId }, { refresh: true }))!;
    const version = await this.em.findOneOrFail(Version, { id: versionId }, { refresh: true });
    return { audience, version };
  }
}
