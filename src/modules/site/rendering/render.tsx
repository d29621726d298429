import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { policyHash } from './inline.js';
import { Notice, NOTICE_CSS, type NoticeProps } from './notice.js';
import { inlineOf, Page, type Inline, type PageProps } from './page.js';

export interface Rendered {
  html: string;
  /** The content security policy. */
  policy: string;
}

/** `origins` are those that scripts of pages may load from. */
export function renderPage(props: PageProps, origins: readonly string[]): Rendered {
  const inline = inlineOf(props);
  const html = documentOf(<Page {...props} inline={inline} />);
  // A browser looks at where a form leads in the end.
  const thankYouOrigin = props.form?.thankYouUrl ? originOf(props.form.thankYouUrl) : undefined;
  const policy = policyFor(inline, {
    origins: props.runsScripts ? origins : [],
    hasTracker: props.tracker !== undefined,
    formTargets: thankYouOrigin ? [thankYouOrigin] : [],
  });
  return { html, policy };
}

export function renderNotice(notice: NoticeProps): Rendered {
  return {
    html: documentOf(<Notice {...notice} />),
    policy: policyFor({ css: NOTICE_CSS, scripts: [] }),
  };
}

function documentOf(page: VNode): string {
  return `<!doctype html>${renderToString(page)}`;
}

interface PolicyParts {
  origins?: readonly string[];
  formTargets?: readonly string[];
  hasTracker?: boolean;
}

/** Scripts and styles run by their hash, which is cached with the page; a nonce would be the same for everybody. */
function policyFor(
  { css, scripts }: Inline,
  { origins = [], formTargets = [], hasTracker = false }: PolicyParts = {},
): string {
  const directives = {
    'default-src': ["'none'"],
    // Of our own, the tracker is the only script: files never have the type of one.
    'script-src': [...(hasTracker ? ["'self'"] : []), ...new Set(scripts.map(policyHash)), ...origins],
    'style-src': [policyHash(css), ...origins],
    // An image runs nothing, wherever it comes from; `data:` is for the icon, which is empty.
    'img-src': ["'self'", 'http:', 'https:', 'data:'],
    'media-src': ["'self'", 'http:', 'https:'],
    'font-src': ["'self'", ...origins],
    'connect-src': ["'self'", ...origins],
    'frame-src': [...origins],
    'form-action': ["'self'", ...formTargets],
    'frame-ancestors': ["'self'"],
    'base-uri': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.length > 0 ? sources.join(' ') : "'none'"}`)
    .join('; ');
}

function originOf(url: string): string | undefined {
  const { protocol, origin } = new URL(url);
  return /^https?:$/.test(protocol) ? origin : undefined;
}
