import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../../../shared/database/records/prepared-writes.js';
import { RecordLock } from '../../../shared/database/transactions/record-lock.js';
import { Events } from '../../../shared/events/events.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { PersonErasure, type FoundTraces, type PersonEraser, type PersonTraces } from '../../crm/index.js';
import { Audience } from '../entities/audience.entity.js';
import { Page } from '../entities/page.entity.js';
import { versionEvent } from '../entities/pages.events.js';
import { VersionQueue } from '../publishing/version-queue.js';
import { Version } from '../entities/version.entity.js';
import { composeContent } from '../composing/compose-content.js';
import { CompositionInputs } from '../composing/composition-input.js';
import { templateText } from '../composing/template-composer.js';
import { UnsavedPreviews } from '../previews/unsaved-previews.js';

const audiencesOfPerson = new PreparedRead<{ audienceId: string; versionId: string }>(
  'audience.of_person',
  `select a.id as "audienceId", v.id as "versionId"
   from audience a join audience_version v on v.tenant_id = $1 and v.audience_id = a.id
   where a.tenant_id = $1 and a.person_id = $2`,
);

/** Apart from recomposing by new rules, the only change of composed content. */
const clearVersions = new PreparedWrite(
  'version.erase',
  `update audience_version
   set content = null, content_rules = null, text_author = null, supplementary_context = null, operation_key = null
   where tenant_id = $1 and audience_id = $2 and status <> 'published'`,
);

const deleteMessages = new PreparedWrite(
  'message.erase',
  'delete from audience_message where tenant_id = $1 and audience_id = $2',
);

/**
 * Removes the person from the person's audiences. A model may have written anything about the person, so no text is
 * kept: the template composes the published version again, and earlier versions lose their content.
 */
@Injectable()
export class AudienceEraser implements OnModuleInit, PersonEraser {
  constructor(
    private readonly erasure: PersonErasure,
    private readonly em: EntityManager,
    private readonly recordLock: RecordLock,
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly queue: VersionQueue,
    private readonly inputs: CompositionInputs,
    private readonly previews: UnsavedPreviews,
    private readonly events: Events,
  ) {}

  onModuleInit(): void {
    this.erasure.onErase(this);
  }

  async find({ personId }: PersonTraces): Promise<FoundTraces> {
    const rows = await this.reads.all(audiencesOfPerson, personId);
    return {
      audience: rows.map(({ audienceId }) => audienceId),
      version: rows.map(({ versionId }) => versionId),
    };
  }

  async erase(traces: PersonTraces) {
    const erased = { audiences: 0, versions: 0, messages: 0 };
    for (const audienceId of traces.of('audience')) {
      const { versions, messages } = await this.eraseOne(audienceId);
      erased.audiences++;
      erased.versions += versions;
      erased.messages += messages;
    }
    return erased;
  }

  /** Cancels versions in flight: they would be published with the name. */
  private async eraseOne(id: string): Promise<{ versions: number; messages: number }> {
    const audience = (await this.recordLock.findOne(Audience, { id }))!;
    await this.queue.cancelAll(audience);
    audience.forgetPerson();
    const cleared = await this.writes.run(clearVersions, id);
    await this.composeAnew(audience);
    await this.previews.erase(id);
    const messages = await this.writes.run(deleteMessages, id);
    const [pageId, audienceId] = [wireId('page', audience.pageId), wireId('audience', id)];
    this.events.record({ type: 'audience.updated', pageId, audienceId });
    return { versions: cleared + 1, messages };
  }

  private async composeAnew(audience: Audience): Promise<void> {
    const published = { audienceId: audience.id, status: 'published' } as const;
    const version = await this.em.findOneOrFail(Version, published);
    const page = await this.em.findOneOrFail(Page, { id: audience.pageId });
    const input = await this.inputs.load(page, audience, audience, undefined);
    version.forgetPerson(composeContent(input, templateText(input), 'template'));
    this.events.record(versionEvent('page.version.recomposed', audience, version));
  }
}
