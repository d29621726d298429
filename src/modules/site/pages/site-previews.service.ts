import { Injectable } from '@nestjs/common';
import { currentTenant } from '../../../shared/database/transactions/work-context.js';
import { etagOf } from '../../../shared/kernel/precondition.js';
import { ShownPicturesApi } from '../../assets/index.js';
import { BrandsApi } from '../../brands/index.js';
import { FormsApi } from '../../forms/index.js';
import { PreviewsApi, type Preview, type PreviewOptions } from '../../pages/index.js';
import { QuestionsApi } from '../../questions/index.js';
import { CachedAnswers, type LoadedAnswer, type CachedAnswer } from '../caching/cached-answers.js';
import { PageChecks } from '../checking/page-checks.service.js';
import { PageRenderer } from './page-renderer.js';
import type { SiteAnswer } from './site-answer.js';
import type { SiteLanguage } from '../words/site-languages.js';

/** What a preview shows: a stored version, or fields that are not saved. */
export type PreviewKind = 'version' | 'unsaved';

interface ShownFor extends PreviewOptions {
  /** The language that the visitor prefers. */
  language: SiteLanguage;
}

/** Shows previews at signed URLs, with `noindex`, and only on the site's own address. */
@Injectable()
export class SitePreviews {
  constructor(
    private readonly previews: PreviewsApi,
    private readonly answers: CachedAnswers<SiteAnswer>,
    private readonly forms: FormsApi,
    private readonly questions: QuestionsApi,
    private readonly pictures: ShownPicturesApi,
    private readonly brands: BrandsApi,
    private readonly renderer: PageRenderer,
    private readonly checks: PageChecks,
  ) {}

  /** Rendered once as long as nothing changes, like a page: whoever has the URL can open it as often as they want. */
  show(kind: PreviewKind, token: string, shownFor: ShownFor): Promise<SiteAnswer> {
    const show = (id: string, load: () => Promise<Preview>) => {
      const key = `${kind} ${id} ${shownFor.showsFindings}`;
      const wanted = { key, variant: shownFor.language };
      return this.answers.get(wanted, async (known) => this.look(await load(), shownFor, known));
    };
    return kind === 'version'
      ? this.previews.open(token, shownFor, show)
      : this.previews.openUnsaved(token, shownFor, show);
  }

  private async look(
    { composed, brandId, pageType, edited }: Preview,
    { showsFindings, language }: ShownFor,
    known: CachedAnswer<SiteAnswer> | undefined,
  ): Promise<LoadedAnswer<SiteAnswer>> {
    const [brand, findings, ofForms, hasAnswers, ofPictures] = await Promise.all([
      this.brands.find(brandId),
      showsFindings ? this.checks.of(edited) : undefined,
      this.forms.stamp(),
      known && this.questions.canAnswer(known.answer.answers.topicIds),
      known && this.pictures.stampNow(known.answer.pictures),
    ]);
    const made = etagOf(JSON.stringify([composed, pageType, brand, findings, ofForms]));
    const stampWith = (pictures: string, hasAnswers: boolean) => [made, hasAnswers, pictures].join(' ');
    const tenantId = currentTenant();
    if (known && known.stamp === stampWith(ofPictures!, hasAnswers!)) return { stamp: known.stamp, tenantId };
    const answer = await this.renderer.renderPreview(
      { ...composed, pageType },
      { brand, language, findings },
    );
    return { stamp: stampWith(answer.pictures.stamp, answer.answers.exist), answer, tenantId };
  }
}
