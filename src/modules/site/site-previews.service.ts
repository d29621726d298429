import { Injectable } from '@nestjs/common';
import { BrandsApi } from '../brands/index.js';
import { PreviewsApi, type Preview, type PreviewOptions } from '../pages/index.js';
import { PageChecks } from './checking/page-checks.service.js';
import { PageRenderer } from './page-renderer.js';
import type { SiteAnswer } from './site-answer.js';
import type { SiteLanguage } from './words/site-languages.js';

/** What a preview shows: a stored version, or fields that are not saved. */
export type PreviewKind = 'version' | 'unsaved';

/** Shows previews at signed URLs, with `noindex`, and only on the site's own address. */
@Injectable()
export class SitePreviews {
  constructor(
    private readonly previews: PreviewsApi,
    private readonly brands: BrandsApi,
    private readonly renderer: PageRenderer,
    private readonly checks: PageChecks,
  ) {}

  show(
    kind: PreviewKind,
    token: string,
    { language, ...options }: PreviewOptions & { language: SiteLanguage },
  ): Promise<SiteAnswer> {
    const show = async ({ composed, brandId, pageType, edited }: Preview) => {
      const findings = options.showsFindings ? await this.checks.of(edited) : undefined;
      const brand = await this.brands.find(brandId);
      return this.renderer.renderPreview({ ...composed, pageType }, { brand, language, findings });
    };
    return kind === 'version'
      ? this.previews.open(token, options, show)
      : this.previews.openUnsaved(token, options, show);
  }
}
