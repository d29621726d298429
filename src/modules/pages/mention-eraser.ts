import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../../shared/database/records/prepared-writes.js';
import { RecordLock } from '../../shared/database/transactions/record-lock.js';
import { Events } from '../../shared/events/events.js';
import { wireId } from '../../shared/kernel/ids.js';
import { PersonalTables } from '../../shared/personal-data/personal-tables.js';
import { AudiencePersons } from './composing/audience-persons.js';
import { composeContent } from './composing/compose-content.js';
import { CompositionInputs } from './composing/composition-input.js';
import { templateText } from './composing/template-composer.js';
import { Audience, audienceTable } from './entities/audience.entity.js';
import { Page } from './entities/page.entity.js';
import { versionEvent } from './entities/pages.events.js';
import { Version, versionTable } from './entities/version.entity.js';
import { VersionQueue } from './publishing/version-queue.js';

export const audiencesWithMention = new PreparedRead<{ id: string }>(
  'audience.with_mention',
  `select id from audience where tenant_id = $1 and ${audienceTable.mentions('$2::bigint[]')} limit $3`,
);

const clearOverrides = new PreparedWrite(
  'audience.erase_mentions',
  `update audience set ${audienceTable.erasingMentions('$3::bigint[]')} where tenant_id = $1 and id = $2`,
);

/** The notes of a published version are not shown; its content is composed anew with its audience. */
const NOTES = ['supplementary_context', 'operation_key'];
const isInNotes = (hashes: string) =>
  NOTES.map((note) => `person_hashes_of(tenant_id, identifiers_in(${note}, 'text')) && ${hashes}`).join(
    ' or ',
  );

/** Versions lose their content as they do when the person of their audience is erased. */
const clearVersions = new PreparedWrite(
  'version.erase_mentions',
  `update audience_version set
     content = case when status = 'published' then content end,
     content_rules = case when status = 'published' then content_rules end,
     ${NOTES.map((note) => `${note} = null`).join(', ')}
   where tenant_id = $1 and id in (
     select id from audience_version
     where tenant_id = $1 and ${versionTable.mentions('$2::bigint[]')}
       and (status <> 'published' or ${isInNotes('$2::bigint[]')})
     limit $3 for update
   )`,
);

/** Erases texts of audiences that mention an erased person, although the audience is not the person's. */
@Injectable()
export class MentionEraser implements OnModuleInit {
  constructor(
    private readonly tables: PersonalTables,
    private readonly em: EntityManager,
    private readonly recordLock: RecordLock,
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly queue: VersionQueue,
    private readonly persons: AudiencePersons,
    private readonly inputs: CompositionInputs,
    private readonly events: Events,
  ) {}

  onModuleInit(): void {
    this.tables.eraseWith(audienceTable, (hashes, limit) => this.inAudiences(hashes, limit));
    this.tables.eraseWith(versionTable, (hashes, limit) => this.writes.run(clearVersions, hashes, limit));
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
    await this.writes.run(clearOverrides, id, hashes);
    await this.em.refresh(audience);
    await this.composeAnew(audience);
    const [pageId, audienceId] = [wireId('page', audience.pageId), wireId('audience', id)];
    this.events.record({ type: 'audience.updated', pageId, audienceId });
  }

  private async composeAnew(audience: Audience): Promise<void> {
    const published = { audienceId: audience.id, status: 'published' } as const;
    const version = await this.em.findOneOrFail(Version, published);
    const page = await this.em.findOneOrFail(Page, { id: audience.pageId });
    const person = await this.persons.known(audience.personId);
    const input = await this.inputs.load(page, audience, audience, person);
    version.compose(composeContent(input, templateText(input)));
    this.events.record(versionEvent('page.version.recomposed', audience, version));
    await this.em.flush();
  }
}
