import type { VNode } from 'preact';
import type { QuoteBlock } from '../../../pages/index.js';
import { Picture } from '../texts/picture.js';
import type { BlockParts } from './block-parts.js';

/** A portrait is cropped to a circle around its upper part, where faces are. */
export const QUOTE_CSS = `
.quote{display:grid;gap:1.25rem 2rem;padding:clamp(1.5rem,4vw,3rem);border-radius:calc(1rem*var(--corners));background:var(--card)}
.quote img{display:block;width:6rem;height:6rem;border-radius:50%;object-fit:cover;object-position:50% 25%}
.quote blockquote{max-width:44ch;margin:0;font-size:clamp(1.25rem,1.1rem + 1vw,1.75rem);font-weight:500;line-height:1.4;
letter-spacing:-.01em;white-space:pre-line}
.quote figcaption{display:grid}
.quote figcaption span{color:var(--soft);font-size:.9375rem}
@media(min-width:48rem){.with-portrait{grid-template-columns:6rem minmax(0,1fr);grid-template-rows:auto 1fr}
.with-portrait>:first-child{grid-row:1/3}
.with-portrait :is(blockquote,figcaption){grid-column:2}}`;

export function Quote({ quote, name, role, portrait, pictureOf }: QuoteBlock & BlockParts): VNode {
  const shown = pictureOf(portrait);
  return (
    <figure class={shown ? 'block quote with-portrait' : 'block quote'}>
      {shown && <Picture picture={shown} altText={portrait!.altText} sizes="6rem" />}
      <blockquote dir="auto">{quote}</blockquote>
      <figcaption>
        <strong dir="auto">{name}</strong>
        {role && <span dir="auto">{role}</span>}
      </figcaption>
    </figure>
  );
}
