import type { VNode } from 'preact';
import type { ShownPage } from './shown-page.js';

/** The width at which other sites show it beside a link. */
const WIDTH = 320;
const HEIGHT = 168;

/** The link picture of a page, or the beginning of its title on its own ground. */
export function LinkPicture({ of: { metadata, title } }: { of: ShownPage }): VNode {
  const url = metadata?.ogImageUrl;
  return (
    <span class="link-picture">
      {url ? (
        <img src={url} alt="" width={WIDTH} height={HEIGHT} loading="lazy" />
      ) : (
        <span aria-hidden="true" dir="auto">
          {title}
        </span>
      )}
    </span>
  );
}
