import { Injectable } from '@nestjs/common';
import { BrandsApi } from '../brands/index.js';
import { PreviewsApi } from '../pages/index.js';
import { PageRenderer } from './page-renderer.js';
import type { SiteAnswer } from './site-answer.js';

/** Shows versions at signed URLs, with `noindex`, and only on the site's own address. */
@Injectable()
export class SitePreviews {
  constructor(
    private readonly previews: PreviewsApi,
    private readonly brands: BrandsApi,
    private readonly renderer: PageRenderer,
  ) {}

  show(token: string): Promise<SiteAnswer> {
    return this.previews.open(token, async ({ composed, brandId }) =>
      this.renderer.renderPreview(composed, await this.brands.find(brandId)),
    );
  }
}
