import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { fullHourAfter } from '../../../shared/auth/signed-urls.js';
import { PREVIEWS_PATH } from '../../../shared/config/site-address.js';
import { UnitOfWork } from '../../../shared/database/transactions/unit-of-work.js';
import { HOUR_MS } from '../../../shared/kernel/durations.js';
import { DomainError, notFound } from '../../../shared/kernel/errors.js';
import type { RateLimit } from '../../../shared/kernel/rate-limit.js';
import { AudiencePersons } from '../composing/audience-persons.js';
import { Audience } from '../entities/audience.entity.js';
import type { EditedPage } from '../entities/edited-page.js';
import { Page, pageContentColumns } from '../entities/page.entity.js';
import { Version } from '../entities/version.entity.js';
import { composeContent } from '../composing/compose-content.js';
import { Composer, PermanentComposerError } from '../composing/composer.js';
import { CompositionInputs, type CompositionInput } from '../composing/composition-input.js';
import { templateText } from '../composing/template-composer.js';
import { CONTENT_RULES, type ComposedContent } from '../entities/content.js';
import { PreviewLimit } from './preview-limit.js';
import { PreviewUrls, type PreviewOptions } from './preview-urls.js';
import { UnsavedPreviews } from './unsaved-previews.js';

/** Limit of composed previews per tenant and process, because a model costs money. */
const LIMIT: RateLimit = { perSecond: 1 / 6, burst: 20 };

/** How long a composed preview is cached for reloads. */
const KEPT_MS = 600_000;
const MAX_KEPT_BYTES = 16 * 1024 * 1024;

/** The minimum lifetime of a preview URL. */
const PREVIEW_WORKS_MS = HOUR_MS;

/** Browsers do not wait longer. */
const COMPOSED_WITHIN_MS = 60_000;

export interface Preview {
  composed: ComposedContent;
  /** The brand that the version names; that of the page if the version names none. */
  brandId: string;
  /** The type of the version; that of the page if the version has none. */
  pageType: string;
  /** What a check of it concerns: the fields as they are now, saved or not. */
  edited: EditedPage;
}

/** Receives the id of what is shown, and loads it if it needs to. */
type ShowPreview<Result> = (id: string, load: () => Promise<Preview>) => Promise<Result>;

type LoadedVersion = Omit<Preview, 'composed'> &
  ({ composed: ComposedContent; uncomposed?: never } | { composed?: never; uncomposed: UncomposedVersion });

/** A version that the current rules have not composed. */
interface UncomposedVersion {
  /** The cache key of a composed preview. It changes when the person is erased. */
  key: string;
  tenantId: string;
  input: CompositionInput;
}

/** Shows versions and unsaved fields, as visitors would see them, to everyone who has a signed URL. */
@Injectable()
export class PreviewsApi {
  private readonly limit = new PreviewLimit(LIMIT);
  private readonly composed = new LRUCache<string, ComposedContent>({
    maxSize: MAX_KEPT_BYTES,
    ttl: KEPT_MS,
  });
  private readonly composing = new Map<string, Promise<ComposedContent>>();

  constructor(
    private readonly urls: PreviewUrls,
    private readonly work: UnitOfWork,
    private readonly em: EntityManager,
    private readonly persons: AudiencePersons,
    private readonly inputs: CompositionInputs,
    private readonly composer: Composer,
    private readonly unsaved: UnsavedPreviews,
  ) {}

  /** Returns the URL that shows the version, and its expiry. */
  urlOf(versionId: string, options: PreviewOptions): Promise<{ url: string; expiresAt: string }> {
    const expiresAt = fullHourAfter(PREVIEW_WORKS_MS);
    return this.urls.to({ path: PREVIEWS_PATH, id: versionId, expiresAt, ...options });
  }

  /** Calls `work` as the tenant of the version that the token identifies. */
  open<Result>(token: string, options: PreviewOptions, work: ShowPreview<Result>): Promise<Result> {
    return this.urls.open(token, options, (id) => work(id, () => this.previewOf(id)));
  }

  /** The same for fields that are not saved. */
  openUnsaved<Result>(token: string, options: PreviewOptions, work: ShowPreview<Result>): Promise<Result> {
    return this.urls.open(token, options, (id) => work(id, () => this.unsavedOf(id)));
  }

  private async previewOf(versionId: string): Promise<Preview> {
    const { composed, uncomposed, ...others } = await this.work.run(() => this.load(versionId));
    return { composed: composed ?? (await this.contentOf(uncomposed)), ...others };
  }

  private async unsavedOf(id: string): Promise<Preview> {
    const stored = await this.unsaved.find(id);
    if (!stored) throw notFound('preview');
    const { page, overrides, personId } = stored;
    const edited = { page, overrides: overrides ?? undefined };
    const input = await this.inputs.ofEdited(edited, await this.persons.known(personId));
    const composed = composeContent(input, templateText(input), 'template');
    return { composed, brandId: page.brandId, pageType: page.pageType, edited };
  }

  private contentOf(uncomposed: UncomposedVersion): ComposedContent | Promise<ComposedContent> {
    const { key } = uncomposed;
    return this.composed.get(key) ?? this.composing.get(key) ?? this.begin(uncomposed);
  }

  /** Concurrent requests for the same preview share one composition. */
  private begin({ key, tenantId, input }: UncomposedVersion): Promise<ComposedContent> {
    this.limit.assertWithin(tenantId);
    const composing = this.compose(key, input).finally(() => this.composing.delete(key));
    this.composing.set(key, composing);
    return composing;
  }

  private async compose(key: string, input: CompositionInput): Promise<ComposedContent> {
    const text = await this.composer
      .write(input, AbortSignal.timeout(COMPOSED_WITHIN_MS))
      .catch((error: unknown) => {
        if (error instanceof PermanentComposerError) throw error;
        throw new DomainError(
          'unavailable',
          'preview_failed',
          'The preview could not be composed; try again.',
        );
      });
    const composed = composeContent(input, text, this.composer.author);
    this.composed.set(key, composed, { size: Buffer.byteLength(JSON.stringify(composed)) });
    return composed;
  }

  /** Loads the content if the current rules composed it, and the input for composing it otherwise. */
  private async load(versionId: string): Promise<LoadedVersion> {
    const version = await this.em.findOne(Version, { id: versionId }, { populate: ['content'] });
    const audience = version && (await this.em.findOneOrFail(Audience, { id: version.audienceId }));
    const page = audience && (await this.em.findOneOrFail(Page, { id: audience.pageId }));
    if (!page || page.deletedAt) throw notFound('version');
    const { content, contentRules, textAuthor: author = null } = version;
    const brandId = version.brandId ?? page.brandId;
    const edited = { page: pageContentColumns.valuesOf(page), overrides: audience.overrides };
    const shown = { edited, brandId, pageType: content?.pageType ?? page.pageType };
    if (content && (contentRules ?? 0) >= CONTENT_RULES) return { composed: { content, author }, ...shown };
    const person = await this.persons.known(audience.personId);
    const input = await this.inputs.load(page, audience, version, person);
    const key = `${versionId} ${audience.personId}`;
    return { uncomposed: { key, tenantId: version.tenantId, input }, ...shown };
  }
}
