import type { VNode } from 'preact';
import type { Block } from '../../../pages/index.js';
import type { BlockParts } from './block-parts.js';
import { Picture, PICTURE_CSS } from './picture.js';
import { PICTURE_TEXT_CSS, PictureText } from './picture-text.js';
import { Quote, QUOTE_CSS } from './quote.js';
import { Steps, STEPS_CSS } from './steps.js';
import { Text, TEXT_CSS } from './text.js';

/** Blocks never reserve space for what is not there, so a missing picture leaves no gap. */
export const BLOCKS_CSS =
  `.blocks{padding-block:clamp(1.5rem,4vw,3rem)}.block{margin:0}.block+.block{margin-top:clamp(2.75rem,6vw,5rem)}` +
  `.block h2{font-size:clamp(1.5rem,1.3rem + .9vw,2rem)}.block .prose{max-width:68ch}` +
  `@media print{.block:not(.titled,.steps),.steps li{break-inside:avoid}.block h2{break-after:avoid}}` +
  [TEXT_CSS, PICTURE_CSS, PICTURE_TEXT_CSS, QUOTE_CSS, STEPS_CSS].join('').replaceAll('\n', '');

/** Null if nothing of the block is there. */
export function shownBlock(block: Block, parts: BlockParts): VNode | null {
  switch (block.type) {
    case 'text':
      return Text({ ...block, ...parts });
    case 'picture':
      return Picture({ ...block, ...parts });
    case 'picture_text':
      return PictureText({ ...block, ...parts });
    case 'quote':
      return Quote({ ...block, ...parts });
    case 'steps':
      return Steps({ ...block, ...parts });
  }
}
