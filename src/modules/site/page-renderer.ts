import { Injectable } from '@nestjs/common';
import { InjectSettings } from '../../shared/config/config.module.js';
import type { Settings } from '../../shared/config/settings.js';
import {
  FORMS_PATH,
  QUESTIONS_PATH,
  SITE_FILES_PATH,
  SiteAddress,
} from '../../shared/config/site-address.js';
import { AssetsApi, type PictureState } from '../assets/index.js';
import type { BrandRecord } from '../brands/index.js';
import { FormsApi } from '../forms/index.js';
import type { SiteOwner, VisitedLink } from '../links/index.js';
import type { ComposedContent, Content, Logo } from '../pages/index.js';
import { QuestionsApi } from '../questions/index.js';
import { MAX_QUESTION_LENGTH } from '../topics/index.js';
import { VisitsApi } from '../visits/index.js';
import { PagePictures } from './page-pictures.js';
import { FormTokens, QuestionTokens } from './form-tokens.js';
import type { BrandProps } from './rendering/brand.js';
import { labelOf, submitsForm } from './rendering/actions.js';
import type { FormProps } from './rendering/form.js';
import type { PageProps } from './rendering/page.js';
import type { QuestionBoxProps } from './rendering/question-box.js';
import { renderPage, type Rendered } from './rendering/render.js';
import { safeWebUrl } from './rendering/safe-url.js';
import type { ShownPicture } from './rendering/shown-picture.js';
import type { ImageUrls } from './rendering/sections.js';
import { SiteAnswer } from './site-answer.js';

/** Where a page is shown. */
export interface ShownAt {
  owner: SiteOwner;
  link: VisitedLink;
  pageId: string;
  brand: BrandRecord | undefined;
}

/** Renders composed content for visitors. Use it as the tenant of the content. */
@Injectable()
export class PageRenderer {
  constructor(
    private readonly assets: AssetsApi,
    private readonly pictures: PagePictures,
    private readonly forms: FormsApi,
    private readonly tokens: FormTokens,
    private readonly questionTokens: QuestionTokens,
    private readonly questions: QuestionsApi,
    private readonly visits: VisitsApi,
    private readonly site: SiteAddress,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  async render(composed: ComposedContent, { owner, link, pageId, brand }: ShownAt): Promise<SiteAnswer> {
    const { content } = composed;
    const form = await this.formOf(content, link);
    const rendered = await this.rendered(composed, {
      brand: brand && (await this.brandProps(brand)),
      url: this.site.urlOf({ ...owner, domain: owner.domain?.name ?? null, path: link.path }),
      form,
      questionBox: await this.questionBox(link),
      runsScripts: owner.domain !== null || this.settings.SITE_SCRIPTS === 'all',
      tracker: {
        token: await this.visits.tokenFor({ ...link, pageId }),
        respectsPrivacy: this.settings.RESPECT_DO_NOT_TRACK,
      },
    });
    return new SiteAnswer({ status: 200, ...rendered, form });
  }

  /** For the site's own address, with `noindex`, and with a form that can't be sent. */
  async renderPreview(composed: ComposedContent, brand: BrandRecord | undefined): Promise<SiteAnswer> {
    const form = await this.formOf(composed.content, undefined);
    const questionBox = await this.questionBox(undefined);
    const runsScripts = this.settings.SITE_SCRIPTS === 'all';
    const rendered = await this.rendered(composed, {
      brand: brand && (await this.brandProps(brand)),
      ...{ url: undefined, form, questionBox, runsScripts, robots: 'noindex' },
    });
    return new SiteAnswer({ status: 200, ...rendered });
  }

  private async rendered(
    composed: ComposedContent,
    shown: Pick<PageProps, 'brand' | 'url' | 'form' | 'questionBox' | 'runsScripts' | 'robots' | 'tracker'>,
  ): Promise<Rendered & { pictures: PictureState }> {
    const { content } = composed;
    const { inTexts, beside, state } = await this.pictures.of(composed, shown.brand);
    const imageUrls = await this.imageUrls(content);
    const props = {
      content,
      imageUrls,
      textPictures: inTexts,
      linkPicture: beside && this.on(shown.url, beside),
    };
    return { ...renderPage({ ...props, ...shown }, this.settings.SITE_ORIGINS), pictures: state };
  }

  /** The picture with its URL on the host of the page; of the site's own address for a preview. */
  private on(pageUrl: string | undefined, picture: ShownPicture): ShownPicture {
    return { ...picture, url: new URL(picture.url, pageUrl ?? this.site.ownUrlOf('/')).href };
  }

  /** The same for all visitors, like the form. */
  private async questionBox(link: VisitedLink | undefined): Promise<QuestionBoxProps | undefined> {
    if (!(await this.questions.canAnswer())) return undefined;
    const token = link && (await this.questionTokens.sign(link.pageLinkId));
    return { url: token && `${QUESTIONS_PATH}/${token}`, maxLength: MAX_QUESTION_LENGTH };
  }

  /** The form of the first action that submits one. */
  private async formOf(content: Content, link: VisitedLink | undefined): Promise<FormProps | undefined> {
    const section = content.sections.find((each) => each.type === 'actions');
    const action = section?.actions.find(submitsForm);
    if (!section || !action) return undefined;
    const { id: formId, fields, thankYouUrl } = await this.forms.shown(section.formId, section.defaultFormId);
    const token = link && (await this.tokens.sign({ pageLinkId: link.pageLinkId, formId }));
    const url = token && `${FORMS_PATH}/${token}`;
    return { url, fields, thankYouUrl, instructions: section.formInstructions, title: labelOf(action) };
  }

  private async brandProps(brand: BrandRecord): Promise<BrandProps> {
    const { logoAssetId, darkLogoAssetId, iconAssetId } = brand;
    const named = [logoAssetId, darkLogoAssetId, iconAssetId].filter((id) => id != null);
    const files = await this.assets.shownFiles(named);
    const shown = (id: string | null | undefined) => {
      const file = files.get(id ?? '');
      return file && { url: `${SITE_FILES_PATH}/${file.token}`, mediaType: file.mediaType };
    };
    const [logo, darkLogo] = [shown(logoAssetId), shown(darkLogoAssetId)];
    return { ...brand, logoUrl: logo?.url, darkLogoUrl: darkLogo?.url, icon: shown(iconAssetId) };
  }

  /** The URLs of assets in the API expire. The site has its own, which are valid until the asset is trashed. */
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
