import type { VNode } from 'preact';
import type { PictureBlock } from '../../../pages/index.js';
import { Picture as Image } from '../texts/picture.js';
import type { BlockParts } from './block-parts.js';

export const PICTURE_CSS = `
.framed img{display:block;max-width:100%;height:auto;border-radius:calc(.8rem*var(--corners))}
.framed .tall{max-width:min(100%,32rem)}
.framed .unsized{width:100%;aspect-ratio:3/2;object-fit:contain}
.framed figcaption{max-width:68ch;margin-top:.75rem;color:var(--soft);font-size:.9375rem}`;

const SIZES = '(min-width: 75rem) 69rem, 100vw';

/** A picture across the page. */
export function Picture({ picture, caption, pictureOf }: PictureBlock & BlockParts): VNode | null {
  const shown = pictureOf(picture);
  if (!shown) return null;
  return (
    <figure class="block framed">
      <Image picture={shown} altText={picture.altText} sizes={SIZES} />
      {caption && <figcaption dir="auto">{caption}</figcaption>}
    </figure>
  );
}
