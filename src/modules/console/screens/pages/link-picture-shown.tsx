import type { VNode } from 'preact';
import type { ShownPage } from './shown-page.js';

/** What has a link picture, or a title instead. */
export type Pictured = Pick<ShownPage, 'metadata' | 'title'>;

/** The width at which other sites show it beside a link. */
const WIDTH = 320;
const HEIGHT = 168;

/** The link picture, or the beginning of the title on its own ground. */
export function LinkPicture({ of: { metadata, title } }: { of: Pictured }): VNode {
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
