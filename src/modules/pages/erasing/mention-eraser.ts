import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../../../shared/database/records/prepared-writes.js';
import { RecordLock } from '../../../shared/database/transactions/record-lock.js';
import { Events } from '../../../shared/events/events.js';
import { clock } from '../../../shared/kernel/clock.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { PersonalTables } from '../../../shared/personal-data/personal-tables.js';
import { Audience, audienceTable } from '../entities/audience.entity.js';
import { versionTable } from '../entities/version.entity.js';
import type { VersionStatus } from '../entities/version.lifecycle.js';
import { VersionQueue } from '../publishing/version-queue.js';

export const audiencesWithMention = new PreparedRead<{ id: string }>(
  'audience.with_mention',
  `select id from audience where tenant_id = $1 and ${audienceTable.mentions('$2::bigint[]')} limit $3`,
);

const eraseInAudience = new PreparedWrite(
  'audience.erase_mentions',
  `update audience set ${audienceTable.erasingMentions('$3::bigint[]')}, updated_at = greatest(updated_at, $4)
   where tenant_id = $1 and id = $2`,
);

interface ErasedVersion {
  id: string;
  pageId: string;
  audienceId: string;
  versionNumber: number;
  status: VersionStatus;
}

/**
 * Only the texts that mention the person change. To compose the content anew would publish later edits of the audience.
 * The site recognises changed content by the time of the change.
 */
const eraseInVersions = new PreparedWrite(
  'version.erase_mentions',
  `update audience_version
   set ${versionTable.erasingMentions('$2::bigint[]')}, updated_at = greatest(updated_at, $4)
   where tenant_id = $1 and id in (
     select id from audience_version
     where tenant_id = $1 and ${versionTable.mentions('$2::bigint[]')} limit $3 for update
   )
   returning id, audience_id as "audienceId", version_number as "versionNumber", status, (
     select page_id from audience a where a.tenant_id = $1 and a.id = audience_id
   ) as "pageId"`,
);

/** Erases texts of audiences that mention an erased person, although the audience is not the person's. */
@Injectable()
export class MentionEraser implements OnModuleInit {
  constructor(
    private readonly tables: PersonalTables,
    private readonly recordLock: RecordLock,
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly queue: VersionQueue,
    private readonly events: Events,
  ) {}

  onModuleInit(): void {
    this.tables.eraseWith(audienceTable, (hashes, limit) => this.inAudiences(hashes, limit));
    this.tables.eraseWith(versionTable, (hashes, limit) => this.inVersions(hashes, limit));
  }

  private async inAudiences(hashes: readonly string[], limit: number): Promise<number> {
    const found = await this.reads.all(audiencesWithMention, hashes, limit);
    for (const { id } of found) await this.inAudience(id, hashes);
    return found.length;
  }

  /** Cancels versions in flight: they would be published with the mention. */
  private async inAudience(id: string, hashes: readonly string[]): Promise<void> {
    const audience = (await this.recordLock.findOne(Audience, { id }))!;
    await this.queue.cancelAll(audience);
    await this.writes.run(eraseInAudience, id, hashes, clock.now());
    const [pageId, audienceId] = [wireId('page', audience.pageId), wireId('audience', id)];
    this.events.record({ type: 'audience.updated', pageId, audienceId });
  }

  private async inVersions(hashes: readonly string[], limit: number): Promise<number> {
    const erased = await this.writes.returning<ErasedVersion>(eraseInVersions, hashes, limit, clock.now());
    for (const { id, pageId, audienceId, versionNumber, status } of erased) {
      if (status !== 'published') continue;
      this.events.record({
        type: 'page.version.recomposed',
        pageId: wireId('page', pageId),
        audienceId: wireId('audience', audienceId),
        versionId: wireId('version', id),
        versionNumber,
        status,
      });
    }
    return erased.length;
  }
}
