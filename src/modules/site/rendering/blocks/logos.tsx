import type { VNode } from 'preact';
import { Picture } from '../texts/picture.js';
import type { ShownPicture } from '../texts/shown-picture.js';
import { columnsFor } from './logo-columns.js';

export interface ShownLogo {
  picture: ShownPicture;
  altText: string;
}

/**
 * One panel that is white in both colour schemes, because most logos are made for white paper, and many bring it with
 * them. The thin shadow around each shape shows logos that are white themselves.
 */
export const LOGOS_CSS = `
.logos{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:1rem clamp(1rem,3vw,2.5rem);margin:0;padding:clamp(1rem,3vw,1.75rem);
list-style:none;border:1px solid var(--line);border-radius:calc(1rem*var(--corners));background:#fff}
.logos picture{display:contents}
.logos li{display:grid;place-items:center;height:4.5rem}
.logos img{width:100%;max-width:10rem;height:3rem;object-fit:contain;filter:drop-shadow(0 0 .75px rgb(0 0 0/.5));color:#16191d;
font-size:.875rem;text-align:center}
.logos.of-1{max-width:16rem;grid-template-columns:minmax(0,1fr)}
.logos.of-2{max-width:30rem}
.logos.of-3{max-width:44rem}
.logos .alone{grid-column:1/-1}
@media(min-width:44rem){.logos .alone{grid-column:auto}
.logos.of-3{grid-template-columns:repeat(3,minmax(0,1fr))}
.logos.of-4{grid-template-columns:repeat(4,minmax(0,1fr))}
.logos.of-5{grid-template-columns:repeat(5,minmax(0,1fr))}
.logos.of-6{grid-template-columns:repeat(6,minmax(0,1fr))}}
@media(prefers-color-scheme:dark){.logos{filter:brightness(.92)}}
@media print{.logos li{break-inside:avoid}}`;

export function Logos({ logos }: { logos: readonly ShownLogo[] }): VNode {
  const isOdd = logos.length % 2 === 1;
  return (
    <ul class={`logos of-${columnsFor(logos.length)}`}>
      {logos.map((logo, index) => (
        <li class={isOdd && index === logos.length - 1 ? 'alone' : undefined}>
          <Picture {...logo} sizes="10rem" />
        </li>
      ))}
    </ul>
  );
}
