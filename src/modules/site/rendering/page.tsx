import type { VNode } from 'preact';
import { TRACKER_PATH } from '../../../shared/config/site-address.js';
import { MarkdownBudget } from '../../../shared/markdown/markdown-budget.js';
import type { Content, IndexedAction, Section } from '../../pages/index.js';
import { ActionButton, Actions, COPY_SCRIPT, copiesText } from './actions.js';
import { BrandLogo, coloursOf, type BrandProps } from './brand.js';
import { FORM_SCRIPT, type FormProps } from './form.js';
import { Head } from './head.js';
import { inlineScript, Script } from './inline.js';
import { QUESTION_SCRIPT, QuestionBox, type QuestionBoxProps } from './question-box.js';
import type { ShownPicture, TextPictures } from './shown-picture.js';
import { Body, Footer, Hero, Proof, Questions, type ImageUrls } from './sections.js';
import { stylesheet } from './stylesheet.js';
import { DEFAULT_LANGUAGE, directionOf } from './text-direction.js';

export interface PageProps {
  content: Content;
  /** Undefined if the page names no brand. */
  brand?: BrandProps;
  /** The URL of the page. */
  url: string | undefined;
  imageUrls: ImageUrls;
  textPictures: TextPictures;
  /** The picture beside links to the page, with an absolute URL. */
  linkPicture?: ShownPicture;
  /** The form of actions that submit one. */
  form?: FormProps;
  /** Lets visitors ask questions. */
  questionBox?: QuestionBoxProps;
  /** Whether the owner's scripts run. */
  runsScripts: boolean;
  /** Reports visits; undefined if visits are not counted, as in a preview. */
  tracker?: Tracker;
  robots?: string;
}

interface Tracker {
  token: string;
  /** Whether it respects Do Not Track and Global Privacy Control. */
  respectsPrivacy: boolean;
}

/** The inline style and scripts of a page, for its content security policy. */
export interface Inline {
  css: string;
  scripts: string[];
}

export function inlineOf({ content, brand, form, questionBox, runsScripts }: PageProps): Inline {
  const own = [
    ...(actionsOf(content).some(copiesText) ? [COPY_SCRIPT] : []),
    ...(form ? [FORM_SCRIPT] : []),
    ...(questionBox ? [QUESTION_SCRIPT] : []),
  ];
  const owners = runsScripts ? content.scripts.map(({ content: code }) => inlineScript(code)) : [];
  const css = stylesheet(coloursOf(content.metadata.themeColor, brand), brand);
  return { css, scripts: [...own, ...owners] };
}

/** A composed page as visitors see it. */
export function Page({ inline, ...props }: PageProps & { inline: Inline }): VNode {
  const { content, brand, url, linkPicture, robots } = props;
  const { language = brand?.language ?? DEFAULT_LANGUAGE, title, metadata } = content;
  const themeColor = coloursOf(metadata.themeColor, brand).light.accent;
  const budget = new MarkdownBudget();
  const footers = content.sections.filter((section) => section.type === 'footer');
  return (
    <html lang={language} dir={directionOf(language)}>
      <Head
        {...{ title, metadata, brand, url, linkPicture, themeColor, robots }}
        text={JSON.stringify(content)}
        css={inline.css}
      />
      <body>
        <Header content={content} brand={brand} />
        <main>
          {content.sections.map((section) => shown(section, props, budget))}
          {props.questionBox && <QuestionBox {...props.questionBox} />}
        </main>
        <Footer groups={footers.flatMap(({ links }) => links)} brand={brand} />
        {props.tracker && <TrackerScript {...props.tracker} />}
        {inline.scripts.map((code) => (
          <Script code={code} />
        ))}
      </body>
    </html>
  );
}

/** After all visible content, and before the owner's scripts, which may call the tracker. */
function TrackerScript({ token, respectsPrivacy }: Tracker): VNode {
  return (
    <script
      src={TRACKER_PATH}
      data-token={token}
      data-respects-privacy={respectsPrivacy ? 'yes' : undefined}
    ></script>
  );
}

function Header({ content, brand }: Pick<PageProps, 'content' | 'brand'>): VNode | null {
  const action = actionsOf(content).find(({ actionId }) => actionId === content.headerActionId);
  const hasLogo = (brand?.logoUrl ?? brand?.darkLogoUrl) !== undefined;
  const name = hasLogo ? undefined : content.metadata.ogSiteName || brand?.name;
  if (!action && !name && !hasLogo) return null;
  return (
    <header>
      <div class="wrap">
        {brand && <BrandLogo brand={brand} />}
        {name && <strong>{name}</strong>}
        <ActionButton action={action} />
      </div>
    </header>
  );
}

function shown(
  section: Section,
  { content, form, imageUrls, textPictures: pictures }: PageProps,
  budget: MarkdownBudget,
): VNode | null {
  switch (section.type) {
    case 'hero':
      return <Hero hero={section} action={actionsOf(content)[0]} />;
    case 'body':
      return <Body {...section} {...{ budget, pictures }} />;
    case 'proof':
      return <Proof {...section} imageUrls={imageUrls} />;
    case 'questions':
      return <Questions {...section} {...{ budget, pictures }} />;
    case 'actions':
      return <Actions {...section} form={form} />;
    case 'footer':
      return null;
  }
}

function actionsOf({ sections }: Content): readonly IndexedAction[] {
  return sections.flatMap((section) => (section.type === 'actions' ? section.actions : []));
}
