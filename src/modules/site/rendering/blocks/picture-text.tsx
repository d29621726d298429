import type { VNode } from 'preact';
import type { PictureTextBlock } from '../../../pages/index.js';
import { Picture } from '../texts/picture.js';
import type { BlockParts } from './block-parts.js';
import { Text } from './text.js';

/** The text begins where the picture begins: in the middle, it would move while it arrives. */
export const PICTURE_TEXT_CSS = `
.pair{display:grid;gap:1.75rem clamp(2rem,5vw,4.5rem);align-items:start}
.pair .tall{max-width:min(100%,24rem)}
.at-end .tall{margin-inline-start:auto}
.pair h2{margin-bottom:1rem}
@media(min-width:48rem){.pair{grid-template-columns:repeat(2,minmax(0,1fr))}
.pair>.framed{grid-row:1}
.at-end>.framed{grid-column:2}}`;

const SIZES = '(min-width: 75rem) 33rem, (min-width: 48rem) 45vw, 100vw';

/** On narrow screens the picture is above its text, on whichever side it is. */
export function PictureText(block: PictureTextBlock & BlockParts): VNode | null {
  const { picture, pictureSide, title, text, pictureOf, prose } = block;
  const shown = pictureOf(picture);
  if (!shown) return <Text {...block} type="text" />;
  return (
    <div class={pictureSide === 'end' ? 'block pair at-end' : 'block pair'}>
      <div class="framed">
        <Picture picture={shown} altText={picture.altText} sizes={SIZES} />
      </div>
      <div>
        {title && <h2 dir="auto">{title}</h2>}
        {prose(text, title ? 2 : 1)}
      </div>
    </div>
  );
}
