import { safeUrl, safeWebUrl } from '../../rendering/texts/safe-url.js';
import type { CheckedPage, FieldValue } from '../checked/checked-page.js';
import { finding, quoted, type Finding } from './finding.js';

/** Begins with the name of a host: `example.com/demo`, `localhost:3000`. */
const LOOKS_LIKE_HOST = /^(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?(?:[/?#]|$)|^localhost(?::\d+)?(?:[/?#]|$)/i;

const LINK_SCHEMES = 'http, https, mailto and tel';

/** The URLs that visitors can follow. */
export function linkedUrls({ actions, footerUrls, texts }: CheckedPage): FieldValue<string>[] {
  const ofActions = actions.flatMap(({ type, url }) =>
    ['copy_text', 'submit_form'].includes(type.value) ? [] : [url],
  );
  const inTexts = texts.flatMap(({ pointer, value }) =>
    (value?.links ?? []).map((url) => ({ pointer, value: url })),
  );
  return distinct([...ofActions, ...footerUrls, ...inTexts]);
}

/** URLs that are none, that browsers take for something else, or that the site drops. */
export function urlFindings(page: CheckedPage): Finding[] {
  return [
    ...linkedUrls(page).flatMap((url) => linkFault(url)),
    ...webUrls(page).flatMap((url) => linkFault(url).concat(webFault(url)).slice(0, 1)),
  ];
}

/** A URL that a browser loads or another program reads: it must be absolute. */
function webUrls({ widgets, metadata }: CheckedPage): FieldValue<string>[] {
  const videos = widgets.flatMap(({ pointer, value: { type, url } }) =>
    type === 'video' && url ? [{ pointer: `${pointer}/url`, value: url }] : [],
  );
  const logos = widgets.flatMap(({ pointer, value: { logos } }) =>
    logos.flatMap(({ image: { url, fileId, assetId } }, index) =>
      fileId || assetId ? [] : [{ pointer: `${pointer}/logos/${index}/image/url`, value: url }],
    ),
  );
  const inHead = (['canonicalUrl', 'ogUrl'] as const).flatMap((name) => {
    const { pointer, value } = metadata(name);
    return value ? [{ pointer, value }] : [];
  });
  return [...videos, ...logos, ...inHead];
}

function linkFault({ pointer, value }: FieldValue<string>): Finding[] {
  const text = value.trim();
  if (text === '') return [finding('wrong_url', pointer, 'The URL is empty.', 'State an absolute URL.')];
  if (LOOKS_LIKE_HOST.test(text)) {
    const message = `The URL ${quoted(value)} has no scheme, so browsers do not open that host.`;
    return [finding('relative_url', pointer, message, `Did you mean ${quoted(`https://${text}`)}?`)];
  }
  if (safeUrl(text) === undefined) return [dropped(pointer, text)];
  if (URL.canParse(text) || /^[/?#]/.test(text)) return [];
  const message = `The URL ${quoted(value)} is relative: it leads elsewhere on each page.`;
  return [
    finding('relative_url', pointer, message, 'State an absolute URL, such as "https://example.com/demo".'),
  ];
}

function dropped(pointer: string, text: string): Finding {
  if (!URL.canParse(text))
    return finding('wrong_url', pointer, `${quoted(text)} is not a URL.`, 'State an absolute URL.');
  const message = `The site drops the URL ${quoted(text)}, because of its scheme.`;
  return finding('unsafe_url', pointer, message, `Links can have the schemes ${LINK_SCHEMES}.`);
}

function webFault({ pointer, value }: FieldValue<string>): Finding[] {
  if (safeWebUrl(value) !== undefined) return [];
  const message = `The site ignores the URL ${quoted(value)}, because it is not an absolute http or https URL.`;
  return [
    finding('wrong_url', pointer, message, 'State an absolute URL, such as "https://example.com/demo".'),
  ];
}

/** A text may have the same link many times. */
function distinct(urls: readonly FieldValue<string>[]): FieldValue<string>[] {
  return [...new Map(urls.map((url) => [`${url.pointer} ${url.value}`, url])).values()];
}
