import type { VNode } from 'preact';
import type { PlacedPicture } from '../../../pages/index.js';
import type { ShownPicture } from '../texts/shown-picture.js';

/** How blocks show what a tenant wrote and placed. */
export interface BlockParts {
  /** Renders Markdown. `under` is the level of the heading that the text stands under. */
  prose: (text: string, under: number) => VNode;
  /** Undefined if the picture is not there any more. */
  pictureOf: (picture: PlacedPicture | undefined) => ShownPicture | undefined;
}
