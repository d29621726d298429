import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { fullHourAfter, SignedUrls } from '../../shared/auth/signed-urls.js';
import { UnitOfWork } from '../../shared/database/transactions/unit-of-work.js';
import { HOUR_MS } from '../../shared/kernel/durations.js';
import { DomainError, notFound } from '../../shared/kernel/errors.js';
import { TokenBuckets, type RateLimit } from '../../shared/kernel/rate-limit.js';
import { AudiencePersons } from './composing/audience-persons.js';
import { Audience } from './entities/audience.entity.js';
import { Page } from './entities/page.entity.js';
import { Version } from './entities/version.entity.js';
import { composeContent } from './composing/compose-content.js';
import { Composer, PermanentComposerError } from './composing/composer.js';
import { CompositionInputs, type CompositionInput } from './composing/composition-input.js';
import { CONTENT_RULES, type ComposedContent } from './entities/content.js';

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
}

type LoadedVersion = Pick<Preview, 'brandId'> &
  ({ composed: ComposedContent; uncomposed?: never } | { composed?: never; uncomposed: UncomposedVersion });

/** A version that the current rules have not composed. */
interface UncomposedVersion {
  /** The cache key of a composed preview. It changes when the person is erased. */
  key: string;
  tenantId: string;
  input: CompositionInput;
}

/** Shows a version, as visitors would see it, to everyone who has a signed URL. */
@Injectable()
export class PreviewsApi {
  private readonly limits = new TokenBuckets();
  private readonly composed = new LRUCache<string, ComposedContent>({
    maxSize: MAX_KEPT_BYTES,
    ttl: KEPT_MS,
  });
  private readonly composing = new Map<string, Promise<ComposedContent>>();

  constructor(
    private readonly urls: SignedUrls,
    private readonly work: UnitOfWork,
    private readonly em: EntityManager,
    private readonly persons: AudiencePersons,
    private readonly inputs: CompositionInputs,
    private readonly composer: Composer,
  ) {}

  /** Returns a token that opens the preview, and its expiry. */
  async sign(versionId: string): Promise<{ token: string; expiresAt: number }> {
    const expiresAt = fullHourAfter(PREVIEW_WORKS_MS);
    const sign = await this.urls.signer('preview url');
    return { token: sign([versionId], expiresAt / 1000), expiresAt };
  }

  /** Calls `work` with the content of the version that the token identifies, as the tenant of the version. */
  open<Result>(token: string, work: (preview: Preview) => Promise<Result>): Promise<Result> {
    return this.urls.open('preview url', token, async (versionId) => work(await this.previewOf(versionId)));
  }

  private async previewOf(versionId: string): Promise<Preview> {
    const { composed, uncomposed, brandId } = await this.work.run(() => this.load(versionId));
    return { composed: composed ?? (await this.contentOf(uncomposed)), brandId };
  }

  private contentOf(uncomposed: UncomposedVersion): ComposedContent | Promise<ComposedContent> {
    const { key } = uncomposed;
    return this.composed.get(key) ?? this.composing.get(key) ?? this.begin(uncomposed);
  }

  /** Concurrent requests for the same preview share one composition. */
  private begin({ key, tenantId, input }: UncomposedVersion): Promise<ComposedContent> {
    this.assertWithinLimit(tenantId);
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
    const brandId = version.brandId ?? page.brandId;
    const { content, contentRules, textAuthor: author = null } = version;
    if (content && (contentRules ?? 0) >= CONTENT_RULES) return { composed: { content, author }, brandId };
    const person = await this.persons.known(audience.personId);
    const input = await this.inputs.load(page, audience, version, person);
    const key = `${versionId} ${audience.personId}`;
    return { uncomposed: { key, tenantId: version.tenantId, input }, brandId };
  }

  private assertWithinLimit(tenantId: string): void {
    if (this.limits.take(tenantId, LIMIT).isAllowed) return;
    throw new DomainError(
      'rate_limited',
      'too_many_previews',
      'Too many previews were composed in the last minutes; try again in a minute.',
    );
  }
}
