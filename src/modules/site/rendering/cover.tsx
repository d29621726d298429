import type { VNode } from 'preact';
import type { FocusPoint } from '../../pages/index.js';
import type { ShownPicture } from './texts/shown-picture.js';

/** The picture at the top of a page. */
export interface ShownCover extends ShownPicture {
  /** Empty if the picture is only decoration. */
  altText: string;
  focus?: FocusPoint;
}

/** In a frame whose size depends on the layout alone, so that nothing moves when the picture arrives. */
export function Cover({ cover, sizes }: { cover: ShownCover; sizes: string }): VNode {
  const { url, srcset, webpSrcset, altText, width, height } = cover;
  return (
    <picture class="cover">
      {webpSrcset && <source type="image/webp" srcset={webpSrcset} sizes={sizes} />}
      <img
        {...{ src: url, srcset, sizes: srcset && sizes, alt: altText, width, height }}
        fetchpriority="high"
        decoding="async"
      />
    </picture>
  );
}

/** The policy of a page forbids style attributes, so its style sheet has the focus point. */
export function focusRule({ focus }: ShownCover): string {
  return focus ? `.cover img{object-position:${percentage(focus.x)} ${percentage(focus.y)}}` : '';
}

function percentage(share: number): string {
  return `${Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10}%`;
}
