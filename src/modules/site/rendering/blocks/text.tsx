import type { VNode } from 'preact';
import type { TextBlock } from '../../../pages/index.js';
import type { BlockParts } from './block-parts.js';

/** On wide screens the title stands beside the text. */
export const TEXT_CSS = `
@media(min-width:60rem){.titled{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,2fr);column-gap:4rem}}
.titled>h2{margin-bottom:1.25rem}`;

export function Text({ title, text, prose }: TextBlock & BlockParts): VNode | null {
  if (!title && !text) return null;
  return (
    <div class={title ? 'block titled' : 'block'}>
      {title && <h2 dir="auto">{title}</h2>}
      {prose(text, title ? 2 : 1)}
    </div>
  );
}
