import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { hasScope, type Caller } from '../../../shared/auth/keys/caller.js';
import { UNSAVED_PREVIEWS_PATH } from '../../../shared/config/site-address.js';
import { detached } from '../../../shared/database/records/detached.js';
import { missingScope, notFound, unknownReference, type DomainError } from '../../../shared/kernel/errors.js';
import { uuidNamedBy, wireId } from '../../../shared/kernel/ids.js';
import { AudiencePersons } from '../composing/audience-persons.js';
import { composeContent } from '../composing/compose-content.js';
import { CompositionInputs } from '../composing/composition-input.js';
import { templateText } from '../composing/template-composer.js';
import type { AudienceOverridesInput } from '../dto/audiences.dto.js';
import type { UpdatePage } from '../dto/pages.dto.js';
import type { PagePreviewView, PreviewPage } from '../dto/previews.dto.js';
import type { Audience } from '../entities/audience.entity.js';
import type { EditedPage } from '../entities/edited-page.js';
import { Page, pageContentColumns, type PageContent } from '../entities/page.entity.js';
import { PreviewLimit } from './preview-limit.js';
import { PreviewUrls, type PreviewOptions } from './preview-urls.js';
import { UnsavedPreview } from './unsaved-preview.entity.js';
import { UnsavedPreviews } from './unsaved-previews.js';
import { PageTopics } from '../references/page-topics.js';
import { PlacedPictures } from '../references/placed-pictures.js';
import { AudienceLocks } from '../publishing/audience-locks.js';

/** Previews of fields that are not saved. No model writes them, so there may be more of them than of versions. */
@Injectable()
export class PagePreviewsService {
  private readonly limit = new PreviewLimit({ perSecond: 1, burst: 60 });

  constructor(
    private readonly em: EntityManager,
    private readonly locks: AudienceLocks,
    private readonly persons: AudiencePersons,
    private readonly inputs: CompositionInputs,
    private readonly placed: PlacedPictures,
    private readonly topics: PageTopics,
    private readonly previews: UnsavedPreviews,
    private readonly urls: PreviewUrls,
  ) {}

  /** Neither the page nor the audience changes. */
  async preview(
    pageId: string,
    { audienceId, audience: overrides, ...change }: PreviewPage,
    options: PreviewOptions,
    caller: Caller,
  ): Promise<PagePreviewView> {
    if (overrides !== undefined && audienceId === undefined)
      throw unknownAudience('audience has changed fields, so audienceId must name an audience of the page.');
    const page = await this.changedPage(pageId, change);
    const audience =
      audienceId === undefined
        ? undefined
        : await this.changedAudience(pageId, audienceId, overrides, caller);
    const edited = { page, overrides: audience?.overrides };
    // The wait for a lock may begin this work anew, so it counts only after the last lock.
    await this.previews.lock();
    this.limit.assertWithin();
    await this.assertComposable(edited, audience);
    const preview = UnsavedPreview.create(edited, pageId, audience?.id);
    const { id, expiresAt } = preview;
    const target = await this.urls.to({ path: UNSAVED_PREVIEWS_PATH, id, expiresAt, ...options });
    await this.previews.add(preview);
    return { pageId: wireId('page', pageId), audienceId: audienceId ?? null, ...target };
  }

  /** Detached, so that nobody stores the change. */
  private async changedPage(pageId: string, change: UpdatePage): Promise<PageContent> {
    const page = await this.em.findOne(Page, { id: pageId });
    if (!page) throw notFound('page');
    const { updatedAt, deletedAt } = page;
    const changed = detached(Page, { ...pageContentColumns.valuesOf(page), updatedAt, deletedAt });
    changed.change(change);
    await this.assertReferences(change);
    return pageContentColumns.valuesOf(changed);
  }

  /** Locked, so that an erasure of its person either finds the preview or comes before it. */
  private async changedAudience(
    pageId: string,
    audienceId: string,
    change: AudienceOverridesInput = {},
    caller: Caller,
  ): Promise<Audience> {
    if (!hasScope(caller, 'audiences:read')) throw missingScope('audiences:read');
    const audience = await this.locks.lockIfFound(pageId, uuidNamedBy('audience', audienceId));
    if (!audience) throw unknownAudience('The page has no such audience.', audienceId);
    audience.changeOverrides(change);
    await this.assertReferences(change, '/audience');
    return audience;
  }

  private async assertReferences(change: UpdatePage & AudienceOverridesInput, at?: string): Promise<void> {
    await this.placed.assertUsable(change, at);
    await this.topics.assertUsable(change, at);
  }

  /** As for a version, content that is too large is refused. */
  private async assertComposable(edited: EditedPage, audience: Audience | undefined): Promise<void> {
    const input = await this.inputs.ofEdited(edited, await this.persons.known(audience?.personId));
    composeContent(input, templateText(input), 'template');
  }
}

function unknownAudience(message: string, id?: string): DomainError {
  const named = id === undefined ? undefined : ({ kind: 'audience', id } as const);
  return unknownReference('audience_not_found', '/audienceId', message, named);
}
