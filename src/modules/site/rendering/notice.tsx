import type { VNode } from 'preact';
import { directionOf } from '../words/language-tags.js';
import { coloursOf } from './brand.js';
import { Head } from './head.js';
import { stylesheet } from './stylesheet.js';
import { useWords } from './words-context.js';

const COLOURS = coloursOf(undefined, undefined);

export const NOTICE_CSS = stylesheet(COLOURS);

export interface NoticeProps {
  title: NoticeText;
  text?: NoticeText;
  /** The page that the visitor came from. */
  backUrl?: string;
}

/** A text, and whether it is in the site's words. Others wrote all other texts. */
export interface NoticeText {
  text: string;
  isOwn: boolean;
}

/** A plain page with a message. */
export function Notice({ title, text, backUrl }: NoticeProps): VNode {
  const { documentLanguage, back, languageAttributes } = useWords();
  const attributesOf = ({ isOwn }: NoticeText) => (isOwn ? languageAttributes : { dir: 'auto' as const });
  return (
    <html lang={documentLanguage} dir={directionOf(documentLanguage)}>
      <Head
        title={title.text}
        metadata={{}}
        url={undefined}
        themeColor={COLOURS.light.accent}
        css={NOTICE_CSS}
        robots="noindex"
      />
      <body class="notice">
        <main class="wrap">
          <section>
            <h1 {...attributesOf(title)}>{title.text}</h1>
            {text && (
              <p class="lead" {...attributesOf(text)}>
                {text.text}
              </p>
            )}
            {backUrl && (
              <p>
                <a href={backUrl} {...languageAttributes}>
                  {back}
                </a>
              </p>
            )}
          </section>
        </main>
      </body>
    </html>
  );
}
