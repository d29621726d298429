import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { SignedUrls } from '../../../shared/auth/signed-urls.js';
import { UnitOfWork } from '../../../shared/database/unit-of-work.js';
import { DomainError, notFound } from '../../../shared/kernel/errors.js';
import { TokenBuckets } from '../../../shared/kernel/rate-limit.js';
import { AudiencePersons } from '../audience-persons.js';
import { Audience } from '../audience.entity.js';
import { Page } from '../page.entity.js';
import { Version } from '../version.entity.js';
import { composeContent } from './compose-content.js';
import { Composer } from './composer.js';
import { CompositionInputs, type CompositionInput } from './composition-input.js';
import { CONTENT_RULES, type Content } from './content.js';

/** A model costs money: so many previews of one tenant may be composed in one process. */
const COMPOSED: { perSecond: number; burst: number } = { perSecond: 1 / 6, burst: 20 };

/** So long a composed preview is shown again, to whoever reloads it. */
const KEPT_MS = 600_000;
const MOST_KEPT = 200;

/** A browser waits no longer. */
const COMPOSED_WITHIN_MS = 60_000;

/** What a version would show visitors, for whoever has a signed URL. */
@Injectable()
export class PreviewsApi {
  private readonly limits = new TokenBuckets();
  private readonly composed = new LRUCache<string, Content>({ max: MOST_KEPT, ttl: KEPT_MS });

  constructor(
    private readonly urls: SignedUrls,
    private readonly work: UnitOfWork,
    private readonly em: EntityManager,
    private readonly persons: AudiencePersons,
    private readonly inputs: CompositionInputs,
    private readonly composer: Composer,
  ) {}

  async sign(versionId: string, expires: number): Promise<string> {
    return (await this.urls.signer('preview url'))(versionId, expires);
  }

  /** Does some work with the content of the version that the token names, and with its tenant's rows in sight. */
  open<Result>(token: string, work: (content: Content) => Promise<Result>): Promise<Result> {
    return this.urls.open('preview url', token, async (versionId) => work(await this.contentOf(versionId)));
  }

  private async contentOf(versionId: string): Promise<Content> {
    const found = await this.work.run(() => this.load(versionId));
    if ('sections' in found) return found;
    const known = this.composed.get(versionId);
    if (known) return known;
    this.assertWithinLimit(found.tenantId);
    const text = await this.composer.write(found.input, AbortSignal.timeout(COMPOSED_WITHIN_MS));
    const content = composeContent(found.input, text);
    this.composed.set(versionId, content);
    return content;
  }

  /** Its own content, where it has some by the rules of today; else all that one is composed from. */
  private async load(versionId: string): Promise<Content | { tenantId: string; input: CompositionInput }> {
    const version = await this.em.findOne(Version, { id: versionId }, { populate: ['content'] });
    if (!version) throw notFound('version');
    if (version.content && version.contentRules === CONTENT_RULES) return version.content;
    const audience = await this.em.findOneOrFail(Audience, { id: version.audienceId });
    const page = await this.em.findOneOrFail(Page, { id: audience.pageId });
    if (page.deletedAt) throw notFound('version');
    const person = await this.persons.known(audience.personId);
    return { tenantId: version.tenantId, input: await this.inputs.load(page, audience, version, person) };
  }

  private assertWithinLimit(tenantId: string): void {
    if (this.limits.take(tenantId, COMPOSED).isAllowed) return;
    throw new DomainError(
      'rate_limited',
      'too_many_previews',
      'Too many previews were composed just now; try again in a minute.',
    );
  }
}
