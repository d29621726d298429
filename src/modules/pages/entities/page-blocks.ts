/** A picture of an asset that the tenant placed on a page. */
export interface PlacedPicture {
  /** `asset_…` */
  assetId: string;
  /** Empty if the picture is only decoration. */
  altText: string;
}

/** The picture at the top of a page. */
export interface CoverImage extends PlacedPicture {
  /** The point that stays visible if the picture is cropped. Absent: the middle. */
  focus?: FocusPoint;
}

/** From the left and the top, as a share of the picture: 0 to 1. */
export interface FocusPoint {
  x: number;
  y: number;
}

/** The parts that a tenant composes a page of, in display order. */
export type Block = TextBlock | PictureBlock | PictureTextBlock | QuoteBlock | StepsBlock;

/** `text` of blocks is Markdown, everything else is plain text. */
export interface TextBlock {
  type: 'text';
  title?: string;
  text: string;
}

export interface PictureBlock {
  type: 'picture';
  picture: PlacedPicture;
  caption?: string;
}

/** A picture beside a text. */
export interface PictureTextBlock {
  type: 'picture_text';
  picture: PlacedPicture;
  /** The side of the picture, in the direction of the text. */
  pictureSide: 'start' | 'end';
  title?: string;
  text: string;
}

export interface QuoteBlock {
  type: 'quote';
  quote: string;
  name: string;
  /** The role or the company of the person. */
  role?: string;
  portrait?: PlacedPicture;
}

export interface StepsBlock {
  type: 'steps';
  title?: string;
  steps: Step[];
}

export interface Step {
  title: string;
  text?: string;
}

/** A picture of a block, with its place below the block. */
interface PictureInBlock {
  place: 'picture' | 'portrait';
  picture: PlacedPicture;
}

export function pictureOf(block: Block): PictureInBlock | undefined {
  if (block.type === 'picture' || block.type === 'picture_text')
    return { place: 'picture', picture: block.picture };
  if (block.type === 'quote' && block.portrait) return { place: 'portrait', picture: block.portrait };
  return undefined;
}

/** A text that is Markdown, and its place in its block. */
interface MarkdownInBlock {
  place: string;
  text: string;
}

/** All other texts of blocks are plain text. */
export function markdownIn(block: Block): MarkdownInBlock[] {
  if (block.type === 'text' || block.type === 'picture_text') return [{ place: 'text', text: block.text }];
  if (block.type !== 'steps') return [];
  return block.steps.flatMap(({ text }, index) =>
    text === undefined ? [] : [{ place: `steps/${index}/text`, text }],
  );
}

/** The texts of a block that visitors read, without the texts of pictures. */
export function textsOf(block: Block): string[] {
  const texts = textFieldsOf(block);
  return texts.filter((text) => text !== undefined);
}

function textFieldsOf(block: Block): (string | undefined)[] {
  switch (block.type) {
    case 'text':
    case 'picture_text':
      return [block.title, block.text];
    case 'picture':
      return [block.caption];
    case 'quote':
      return [block.quote, block.name, block.role];
    case 'steps':
      return [block.title, ...block.steps.flatMap(({ title, text }) => [title, text])];
  }
}
