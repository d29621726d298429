import type { VNode } from 'preact';
import { coloursOf } from './brand.js';
import { Head } from './head.js';
import { stylesheet } from './stylesheet.js';
import { DEFAULT_LANGUAGE } from './text-direction.js';

const COLOURS = coloursOf(undefined, undefined);

export const NOTICE_CSS = stylesheet(COLOURS);

export interface NoticeProps {
  title: string;
  text: string;
  /** The page that the visitor came from. */
  backUrl?: string;
}

/** A plain page with a message. */
export function Notice({ title, text, backUrl }: NoticeProps): VNode {
  return (
    <html lang={DEFAULT_LANGUAGE} dir="ltr">
      <Head
        title={title}
        metadata={{}}
        url={undefined}
        themeColor={COLOURS.light.accent}
        css={NOTICE_CSS}
        robots="noindex"
      />
      <body class="notice">
        <main class="wrap">
          <section dir={backUrl ? 'auto' : undefined}>
            <h1>{title}</h1>
            {text && <p class="lead">{text}</p>}
            {backUrl && (
              <p>
                <a href={backUrl}>Back to the page</a>
              </p>
            )}
          </section>
        </main>
      </body>
    </html>
  );
}
