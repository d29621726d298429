import { Injectable } from '@nestjs/common';
import { PreviewsApi } from '../pages/index.js';
import { PageRenderer } from './page-renderer.js';
import type { SiteAnswer } from './site-answer.js';

/** What signed URLs show of versions. Never found by search engines, and on the site's own address alone. */
@Injectable()
export class SitePreviews {
  constructor(
    private readonly previews: PreviewsApi,
    private readonly renderer: PageRenderer,
  ) {}

  show(token: string): Promise<SiteAnswer> {
    return this.previews.open(token, (content) => this.renderer.renderPreview(content));
  }
}
