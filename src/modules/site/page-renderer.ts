import { Injectable } from '@nestjs/common';
import { InjectSettings } from '../../shared/config/config.module.js';
import type { Settings } from '../../shared/config/settings.js';
import { SITE_FILES_PATH } from '../../shared/config/site-address.js';
import { AssetsApi } from '../assets/index.js';
import type { Content, Logo } from '../pages/index.js';
import { renderPage } from './rendering/render.js';
import { safeWebUrl } from './rendering/safe-url.js';
import type { ImageUrls } from './rendering/sections.js';
import { SiteAnswer } from './site-answer.js';

/** Under which circumstances a page is shown. */
export interface Shown {
  url: string | undefined;
  /** Whether it is on a domain that its tenant has proven. */
  isOnProvenDomain: boolean;
  /** What search engines are told, whatever the page says. */
  robots?: string;
}

/** Makes what visitors are sent of composed content. To be used with the rows of its tenant in sight. */
@Injectable()
export class PageRenderer {
  constructor(
    private readonly assets: AssetsApi,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  async render(content: Content, { isOnProvenDomain, ...shown }: Shown): Promise<SiteAnswer> {
    const { SITE_SCRIPTS, SITE_ORIGINS } = this.settings;
    const page = {
      ...shown,
      content,
      imageUrls: await this.imageUrls(content),
      runsScripts: isOnProvenDomain || SITE_SCRIPTS === 'all',
    };
    return new SiteAnswer({ status: 200, ...renderPage(page, SITE_ORIGINS) });
  }

  /** The URLs of assets in the API expire; the site has its own, which are good until the asset is trashed. */
  private async imageUrls(content: Content): Promise<ImageUrls> {
    const tokenOf = await this.assets.tokensFor(imagesOf(content));
    return (image) => {
      const token = tokenOf(image);
      return token ? `${SITE_FILES_PATH}/${token}` : safeWebUrl(image.url);
    };
  }
}

function imagesOf({ sections }: Content): Logo['image'][] {
  return sections.flatMap((section) =>
    section.type === 'proof' ? section.widgets.flatMap(({ logos }) => logos.map(({ image }) => image)) : [],
  );
}
