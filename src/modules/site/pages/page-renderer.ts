import { Injectable } from '@nestjs/common';
import { InjectSettings } from '../../../shared/config/config.module.js';
import { ConsoleAddress } from '../../../shared/config/console-address.js';
import type { Settings } from '../../../shared/config/settings.js';
import { FORMS_PATH, QUESTIONS_PATH, SiteAddress } from '../../../shared/config/site-address.js';
import { framedBy } from '../../../shared/kernel/content-security-policy.js';
import type { PictureState } from '../../assets/index.js';
import type { BrandRecord } from '../../brands/index.js';
import { FormsApi } from '../../forms/index.js';
import type { SiteOwner, VisitedLink } from '../../links/index.js';
import type { Content, ShownContent } from '../../pages/index.js';
import { QuestionsApi } from '../../questions/index.js';
import { MAX_QUESTION_LENGTH } from '../../topics/index.js';
import { VisitsApi } from '../../visits/index.js';
import { HEIGHT, WIDTH } from '../link-pictures/layout.js';
import { linkPictureOf, type LinkPicture } from '../link-pictures/link-picture.js';
import { LinkPictureTokens } from '../link-pictures/link-picture-tokens.js';
import { PagePictures } from './page-pictures.js';
import { FormTokens, QuestionTokens } from './form-tokens.js';
import { coloursOf, logosFor } from '../rendering/brand.js';
import { labelOf, submitsForm } from '../rendering/actions.js';
import type { FindingsProps } from '../rendering/findings.js';
import type { FormProps } from '../rendering/form.js';
import type { PageProps } from '../rendering/page-props.js';
import { withinLimits } from '../rendering/part-limits.js';
import type { QuestionBoxProps } from '../rendering/question-box.js';
import { renderPage, type Rendered } from '../rendering/render.js';
import type { ShownPicture } from '../rendering/texts/shown-picture.js';
import { SiteAnswer, type PossibleAnswers } from './site-answer.js';
import { wordsOfPage, type SiteWords } from '../words/site-words.js';
import type { SiteLanguage } from '../words/site-languages.js';
import { languageQuery } from '../words/visitor-language.js';

/** Where a page is shown. */
export interface ShownAt {
  owner: SiteOwner;
  link: VisitedLink;
  pageId: string;
  brand: BrandRecord | undefined;
  /** The language that the visitor prefers. */
  language: SiteLanguage;
}

interface Shown extends Pick<
  PageProps,
  'words' | 'url' | 'form' | 'questionBox' | 'runsScripts' | 'robots' | 'tracker' | 'findings'
> {
  brand: BrandRecord | undefined;
  /** The site draws a picture for links to the page, unless it has one. A preview has none: services would keep it. */
  drawn?: { title: string | null; pageLinkId: string };
}

/** What is rendered: the content of a version, of the type of its page. */
type ShownPage = Omit<ShownContent, 'pageTitle'>;

/** Renders composed content for visitors. Use it as the tenant of the content. */
@Injectable()
export class PageRenderer {
  constructor(
    private readonly pictures: PagePictures,
    private readonly forms: FormsApi,
    private readonly tokens: FormTokens,
    private readonly linkPictures: LinkPictureTokens,
    private readonly questionTokens: QuestionTokens,
    private readonly questions: QuestionsApi,
    private readonly visits: VisitsApi,
    private readonly site: SiteAddress,
    private readonly console: ConsoleAddress,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  async render(given: ShownContent, { owner, link, pageId, brand, language }: ShownAt): Promise<SiteAnswer> {
    const composed = withinLimits(given);
    const { content } = composed;
    const words = wordsOfPage(content.language ?? brand?.language ?? undefined, language);
    const form = await this.formOf(content, link, words);
    const answers = await this.answersFrom(content);
    const rendered = await this.rendered(composed, {
      brand,
      words,
      url: this.site.urlOf({ ...owner, domain: owner.domain?.name ?? null, path: link.path }),
      form,
      questionBox: answers.exist ? await this.questionBox(link, words) : undefined,
      runsScripts: owner.domain !== null || this.settings.SITE_SCRIPTS === 'all',
      tracker: {
        token: await this.visits.tokenFor({ ...link, pageId }),
        respectsPrivacy: this.settings.RESPECT_DO_NOT_TRACK,
      },
      drawn: { title: composed.pageTitle, pageLinkId: link.pageLinkId },
    });
    const returnable = form && { form, words };
    return new SiteAnswer({ status: 200, ...rendered, variant: variantOf(words), form: returnable, answers });
  }

  /** For the site's own address, with `noindex`, and with a form that can't be sent. */
  async renderPreview(
    given: ShownPage,
    { brand, language, findings }: Pick<ShownAt, 'brand' | 'language'> & { findings?: FindingsProps },
  ): Promise<SiteAnswer> {
    const composed = withinLimits(given);
    const { content } = composed;
    const words = wordsOfPage(content.language ?? brand?.language ?? undefined, language);
    const form = await this.formOf(content, undefined, words);
    const answers = await this.answersFrom(content);
    const questionBox = answers.exist ? await this.questionBox(undefined, words) : undefined;
    const runsScripts = this.settings.SITE_SCRIPTS === 'all';
    const rendered = await this.rendered(composed, {
      ...{ brand, words, url: undefined, form, questionBox, runsScripts, robots: 'noindex', findings },
    });
    const policy = framedBy(rendered.policy, this.console.origins);
    return new SiteAnswer({ status: 200, ...rendered, policy, variant: variantOf(words), answers });
  }

  private async rendered(
    composed: ShownPage,
    { brand, drawn, ...shown }: Shown,
  ): Promise<Rendered & { pictures: PictureState; linkPicture?: LinkPicture }> {
    const { content } = composed;
    const colours = coloursOf(content.metadata.themeColor, brand).light;
    const logos = brand && logosFor(colours.ground, brand);
    const { inTexts, placed, ofLogos, beside, ofBrand, logo, state } = await this.pictures.of(
      composed,
      brand,
      logos,
    );
    const look = { brandName: brand?.name, typeface: brand?.typeface, colours, logo };
    const linkPicture = beside || !drawn?.title ? undefined : linkPictureOf({ title: drawn.title, ...look });
    const picture = linkPicture ? await this.shownDrawing(linkPicture, drawn!.pageLinkId) : beside;
    const cover = placed.of(content.coverImage);
    const props = {
      brand: brand && { ...brand, ...ofBrand },
      content,
      pageType: composed.pageType,
      cover: cover && { ...content.coverImage!, ...cover },
      logoPictures: ofLogos,
      textPictures: inTexts,
      placedPictures: placed,
      linkPicture: picture && this.on(shown.url, picture),
    };
    const rendered = renderPage({ ...props, ...shown }, this.settings.SITE_ORIGINS);
    return { ...rendered, pictures: state, linkPicture };
  }

  /** Nothing is drawn before somebody opens the URL. */
  private async shownDrawing({ id, title }: LinkPicture, pageLinkId: string): Promise<ShownPicture> {
    const url = await this.linkPictures.pathOf({ pageLinkId, pictureId: id });
    return { url, width: WIDTH, height: HEIGHT, mediaType: 'image/png', text: title };
  }

  /** The picture with its URL on the host of the page; of the site's own address for a preview. */
  private on(pageUrl: string | undefined, picture: ShownPicture): ShownPicture {
    return { ...picture, url: new URL(picture.url, pageUrl ?? this.site.ownUrlOf('/')).href };
  }

  private async answersFrom({ topicIds }: Content): Promise<PossibleAnswers> {
    return { topicIds, exist: await this.questions.canAnswer(topicIds) };
  }

  /** The same for all visitors, like the form. */
  private async questionBox(link: VisitedLink | undefined, words: SiteWords): Promise<QuestionBoxProps> {
    const token = link && (await this.questionTokens.sign(link.pageLinkId));
    return {
      url: token && `${QUESTIONS_PATH}/${token}${languageQuery(words)}`,
      maxLength: MAX_QUESTION_LENGTH,
    };
  }

  /** The form of the first action that submits one. */
  private async formOf(
    content: Content,
    link: VisitedLink | undefined,
    words: SiteWords,
  ): Promise<FormProps | undefined> {
    const section = content.sections.find((each) => each.type === 'actions');
    const action = section?.actions.find(submitsForm);
    if (!section || !action) return undefined;
    const { id: formId, fields, thankYouUrl } = await this.forms.shown(section.formId, section.defaultFormId);
    const token = link && (await this.tokens.sign({ pageLinkId: link.pageLinkId, formId }));
    const url = token && `${FORMS_PATH}/${token}${languageQuery(words)}`;
    const texts = { instructions: section.formInstructions, title: labelOf(action) };
    return { url, fields, isOwn: formId === null, thankYouUrl, ...texts };
  }
}

function variantOf({ isByVisitor, language }: SiteWords): SiteLanguage | undefined {
  return isByVisitor ? language : undefined;
}
