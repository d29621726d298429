import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import { TenantStore } from '../../../shared/auth/tenant-store.js';
import { UnitOfWork } from '../../../shared/database/transactions/unit-of-work.js';
import { Events } from '../../../shared/events/events.js';
import { Handles, type JobContext, type JobHandler } from '../../../shared/jobs/job-handlers.js';
import { AudienceLocks } from './audience-locks.js';
import { AudiencePersons } from '../composing/audience-persons.js';
import { Page } from '../entities/page.entity.js';
import { versionEvent } from '../entities/pages.events.js';
import { Version } from '../entities/version.entity.js';
import { recomposeOutdated } from './versions.jobs.js';
import { inOtherWords } from '../composing/compose-content.js';
import { Composer, PermanentComposerError } from '../composing/composer.js';
import { CompositionInputs, type CompositionInput } from '../composing/composition-input.js';
import { CONTENT_RULES, type ComposedContent, type Content } from '../entities/content.js';
import { templateText } from '../composing/template-composer.js';

const BATCH = 100;

/** The index `audience_version_outdated` has the same condition. */
export const OUTDATED = `
  select tenant_id as "tenantId", id as "versionId" from audience_version
  where status = 'published' and content_rules < ${CONTENT_RULES} order by tenant_id, id limit ${BATCH}`;

interface OutdatedVersion {
  tenantId: string;
  versionId: string;
}

interface ToRecompose {
  input: CompositionInput;
  content: Content;
  /** Whether a model may write the text; the template writes the first version of an audience. */
  isForModel: boolean;
}

/**
 * Composes the texts of published versions again if earlier rules composed them. Nothing else changes: later edits go
 * live only when a client publishes them. No lock is held while composing.
 */
@Injectable()
@Handles(recomposeOutdated)
export class RecomposeHandler implements JobHandler {
  private readonly logger = new Logger('publisher');

  constructor(
    private readonly tenants: TenantStore,
    private readonly work: UnitOfWork,
    private readonly em: EntityManager,
    private readonly locks: AudienceLocks,
    private readonly persons: AudiencePersons,
    private readonly inputs: CompositionInputs,
    private readonly composer: Composer,
    private readonly events: Events,
  ) {}

  async handle(_data: object, { signal }: JobContext): Promise<void> {
    const recomposeBatch = () =>
      this.tenants.forEachFound<OutdatedVersion>({ text: OUTDATED, values: [] }, ({ versionId }) =>
        this.recompose(versionId, signal),
      );
    while ((await recomposeBatch()) === BATCH);
  }

  private async recompose(versionId: string, signal: AbortSignal): Promise<void> {
    const { input, content, isForModel } = await this.work.run(() => this.load(versionId));
    const recomposed = await this.compose(content, input, isForModel ? this.composer : undefined, signal);
    await this.work.run(() => this.save(versionId, recomposed));
  }

  /** Uses the published metadata and topics. */
  private async load(versionId: string): Promise<ToRecompose> {
    const version = await this.em.findOneOrFail(Version, { id: versionId }, { populate: ['content'] });
    const { audience } = await this.locks.lockVersion(versionId);
    const page = await this.em.findOneOrFail(Page, { id: audience.pageId });
    const person = await this.persons.known(audience.personId);
    const input = await this.inputs.load(page, audience, version, person);
    const content = version.content!;
    return {
      input: {
        ...input,
        page: { ...input.page, metadata: content.metadata },
        audience: { ...input.audience, metadataOverride: null },
        topics: await this.inputs.topicsOf(content),
      },
      content,
      isForModel: version.isNewPageAgent,
    };
  }

  /** If the model fails permanently, the template writes the text: visitors see nothing until it is composed. */
  private async compose(
    content: Content,
    input: CompositionInput,
    composer: Composer | undefined,
    signal: AbortSignal,
  ): Promise<ComposedContent> {
    try {
      if (composer) {
        const text = await composer.write(input, signal);
        return inOtherWords(content, { input, text, author: composer.author });
      }
    } catch (error) {
      if (!(error instanceof PermanentComposerError)) throw error;
      this.logger.warn({ msg: 'version is composed again from the template', error });
    }
    return inOtherWords(content, { input, text: templateText(input), author: 'template' });
  }

  private async save(versionId: string, composed: ComposedContent): Promise<void> {
    const { version, audience } = await this.locks.lockVersion(versionId);
    if (version.status !== 'published' || version.contentRules === CONTENT_RULES) return;
    version.compose(composed);
    this.events.record(versionEvent('page.version.recomposed', audience, version));
  }
}
