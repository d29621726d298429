import type { VNode } from 'preact';
import { TRACKER_PATH } from '../../../shared/config/site-address.js';
import { MarkdownBudget } from '../../../shared/markdown/markdown-budget.js';
import type { Content, IndexedAction, Section } from '../../pages/index.js';
import { ActionButton, Actions, COPY_SCRIPT, copiesText } from './actions.js';
import { paletteOf } from './colours.js';
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

export function inlineOf({ content, form, questionBox, runsScripts }: PageProps): Inline {
  const own = [
    ...(actionsOf(content).some(copiesText) ? [COPY_SCRIPT] : []),
    ...(form ? [FORM_SCRIPT] : []),
    ...(questionBox ? [QUESTION_SCRIPT] : []),
  ];
  const owners = runsScripts ? content.scripts.map(({ content: code }) => inlineScript(code)) : [];
  return { css: stylesheet(paletteOf(content.metadata.themeColor)), scripts: [...own, ...owners] };
}

/** A composed page as visitors see it. */
export function Page({ inline, ...props }: PageProps & { inline: Inline }): VNode {
  const { content, url, linkPicture, robots } = props;
  const { language = DEFAULT_LANGUAGE, title, metadata } = content;
  const { brand: themeColor } = paletteOf(metadata.themeColor);
  const budget = new MarkdownBudget();
  const footers = content.sections.filter(({ type }) => type === 'footer');
  return (
    <html lang={language} dir={directionOf(language)}>
      <Head {...{ title, metadata, url, linkPicture, themeColor, robots }} css={inline.css} />
      <body>
        <Header content={content} />
        <main>
          {content.sections
            .filter(({ type }) => type !== 'footer')
            .map((section) => shown(section, props, budget))}
          {props.questionBox && <QuestionBox {...props.questionBox} />}
        </main>
        {footers.map((section) => shown(section, props, budget))}
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

function Header({ content }: { content: Content }): VNode | null {
  const action = actionsOf(content).find(({ actionId }) => actionId === content.headerActionId);
  const name = content.metadata.ogSiteName;
  if (!action && !name) return null;
  return (
    <header>
      <div class="wrap">
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
): VNode {
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
      return <Footer {...section} />;
  }
}

function actionsOf({ sections }: Content): readonly IndexedAction[] {
  return sections.flatMap((section) => (section.type === 'actions' ? section.actions : []));
}
