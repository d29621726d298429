import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { pagePolicy, type PageParts } from '../../../shared/kernel/content-security-policy.js';
import type { SiteWords } from '../words/site-words.js';
import { Form, type FormProps, type ReturnedForm } from './form.js';
import { policyHash } from './inline.js';
import { Notice, NOTICE_CSS, type NoticeProps } from './notice.js';
import { inlineOf, Page, type Inline } from './page.js';
import type { PageProps } from './page-props.js';
import { WordsContext } from './words-context.js';

export interface Rendered {
  html: string;
  /** The content security policy. */
  policy: string;
}

/** The form of a page, and the words of the page. */
export interface PageForm {
  form: FormProps;
  words: SiteWords;
}

/** `origins` are the origins that scripts of pages may load from. */
export function renderPage(props: PageProps, origins: readonly string[]): Rendered {
  const inline = inlineOf(props);
  const html = documentOf(<Page {...props} inline={inline} />, props.words);
  // Browsers also check the target of the redirect after a form.
  const thankYouOrigin = props.form?.thankYouUrl ? originOf(props.form.thankYouUrl) : undefined;
  const policy = policyOf(inline, {
    origins: props.runsScripts ? origins : [],
    hasTracker: props.tracker !== undefined,
    formTargets: thankYouOrigin ? [thankYouOrigin] : [],
    imageOrigins: imageOriginsOf(props),
  });
  return { html, policy };
}

/** Replaces the form of a rendered page. Nothing before the form can look like it, because all of that is escaped. */
export function renderReturned(html: string, { form, words }: PageForm, returned: ReturnedForm): string {
  return html.replace(htmlOf(<Form {...form} />, words), () =>
    htmlOf(<Form {...form} {...returned} />, words),
  );
}

export function renderNotice(notice: NoticeProps, words: SiteWords): Rendered {
  return {
    html: documentOf(<Notice {...notice} />, words),
    policy: policyOf({ css: NOTICE_CSS, scripts: [] }),
  };
}

function documentOf(page: VNode, words: SiteWords): string {
  return `<!doctype html>${htmlOf(page, words)}`;
}

function htmlOf(node: VNode, words: SiteWords): string {
  return renderToString(<WordsContext.Provider value={words}>{node}</WordsContext.Provider>);
}

/** The policy allows scripts and styles by their hash. */
function policyOf({ css, scripts }: Inline, parts: Omit<PageParts, 'style' | 'scripts'> = {}): string {
  return pagePolicy({ style: policyHash(css), scripts: scripts.map(policyHash), ...parts });
}

/** Scripts of the owner may show any image. Call it after the texts are rendered. */
function imageOriginsOf({ content, logoPictures, runsScripts, ...props }: PageProps): string[] | 'any' {
  if (runsScripts && content.scripts.length > 0) return 'any';
  const ofLogos = content.sections.flatMap((section) =>
    section.type === 'proof' ? section.widgets.flatMap(({ logos }) => logos) : [],
  );
  const urls = ofLogos.flatMap(({ image }) => logoPictures(image)?.url ?? []);
  const { textPictures, placedPictures } = props;
  return [
    ...urls.flatMap((url) => (URL.canParse(url) ? new URL(url).origin : [])),
    ...[textPictures, placedPictures].flatMap(({ origins }) => [...origins]),
  ];
}

function originOf(url: string): string | undefined {
  const { protocol, origin } = new URL(url);
  return /^https?:$/.test(protocol) ? origin : undefined;
}
