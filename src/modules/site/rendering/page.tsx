import type { VNode } from 'preact';
import { TRACKER_PATH } from '../../../shared/config/site-address.js';
import { directionOf } from '../words/language-tags.js';
import { ActionButton, COPY_SCRIPT, copiesText } from './actions.js';
import { BrandLogo, coloursOf, logoOf } from './brand.js';
import { Findings } from './findings.js';
import { FORM_SCRIPT } from './form.js';
import { Head } from './head.js';
import { inlineScript, Script } from './inline.js';
import type { Layout } from './layouts/layout.js';
import { layoutOf } from './layouts/layouts.js';
import { actionsOf, partsOf } from './parts.js';
import type { PageProps, Tracker } from './page-props.js';
import { QUESTION_SCRIPT } from './question-box.js';
import { rulesFor } from './rules.js';
import { Footer } from './sections.js';
import { stylesheet } from './stylesheet.js';

/** The inline style and scripts of a page, for its content security policy. */
export interface Inline {
  css: string;
  scripts: string[];
}

export function inlineOf(props: PageProps): Inline {
  const { content, brand, form, questionBox, runsScripts } = props;
  const { script } = layoutOf(props.pageType);
  const own = [
    ...(actionsOf(content).some(copiesText) ? [COPY_SCRIPT] : []),
    ...(form ? [FORM_SCRIPT] : []),
    ...(questionBox ? [QUESTION_SCRIPT] : []),
    ...(script === undefined ? [] : [script]),
  ];
  const owners = runsScripts ? content.scripts.map(({ content: code }) => inlineScript(code)) : [];
  const css = stylesheet(coloursOf(content.metadata.themeColor, brand), brand, rulesFor(props));
  return { css, scripts: [...own, ...owners] };
}

/** A composed page as visitors see it. */
export function Page({ inline, ...props }: PageProps & { inline: Inline }): VNode {
  const { content, words, brand, url, linkPicture, robots } = props;
  const { title, metadata } = content;
  const { documentLanguage } = words;
  const themeColor = coloursOf(metadata.themeColor, brand).light.accent;
  const layout = layoutOf(props.pageType);
  const footers = content.sections.filter((section) => section.type === 'footer');
  return (
    <html lang={documentLanguage} dir={directionOf(documentLanguage)}>
      <Head
        {...{ title, metadata, brand, url, linkPicture, themeColor, robots }}
        text={brand?.typeface ? JSON.stringify(content) : undefined}
        css={inline.css}
      />
      <body>
        {props.findings && <Findings {...props.findings} />}
        <Header {...{ content, brand, layout }} />
        <main>
          <layout.Main {...partsOf(props, layout)} />
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

type HeaderProps = Pick<PageProps, 'content' | 'brand'> & { layout: Layout };

/** An action that the page opens with is not offered twice on the first screen. */
function Header({ content, brand, layout }: HeaderProps): VNode | null {
  const actions = actionsOf(content);
  const offered = layout.opensWith === 'text' ? [] : actions.slice(0, 1);
  const action = actions.find(({ actionId }) => actionId === content.headerActionId);
  const button = action && !offered.includes(action) && <ActionButton action={action} isQuiet />;
  const hasLogo = brand !== undefined && logoOf(brand) !== undefined;
  const name = hasLogo ? undefined : content.metadata.ogSiteName || brand?.name;
  if (!button && !name && !hasLogo) return null;
  return (
    <header>
      <div class="wrap">
        {brand && <BrandLogo brand={brand} />}
        {name && <strong dir="auto">{name}</strong>}
        {button}
      </div>
    </header>
  );
}
