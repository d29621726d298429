import {
  Decimal,
  ListOf,
  ListOfKinds,
  Nested,
  OneOf,
  RecordId,
  Text,
} from '../../../shared/fields/fields.js';
import type { FieldOptions } from '../../../shared/fields/field.js';
import { exampleId } from '../../../shared/kernel/example-ids.js';
import type * as stored from '../entities/page-blocks.js';
import { MARKDOWN } from './page-parts.dto.js';

const MAX_STEPS = 20;

const Title = (options: FieldOptions) => Text({ min: 1, max: 300, ...options });
const Markdown = (options: FieldOptions = {}) => Text({ min: 1, max: 20_000, about: MARKDOWN, ...options });

export class PlacedPicture implements stored.PlacedPicture {
  @RecordId('asset', { about: 'A picture (`image`, `logo` or `icon`) that is not in the trash.' })
  assetId!: string;

  @Text({
    max: 1000,
    about: 'What the picture shows, for people who do not see it. Empty if it is only decoration.',
    example: 'A black square',
  })
  altText!: string;
}

/** From the left and the top, as a share of the picture. */
export class FocusPoint implements stored.FocusPoint {
  @Decimal({ min: 0, max: 1, example: 0.5 })
  x!: number;

  @Decimal({ min: 0, max: 1, example: 0.25 })
  y!: number;
}

export class CoverImage extends PlacedPicture implements stored.CoverImage {
  @Nested(() => FocusPoint, {
    optional: true,
    about: 'The point that stays visible if the picture is cropped; the middle by default.',
  })
  focus?: FocusPoint;
}

/** A text with an optional title. */
export class TextBlock implements stored.TextBlock {
  @OneOf(['text'], { example: 'text' })
  type!: 'text';

  @Title({ optional: true, example: 'Why now' })
  title?: string;

  @Markdown({ example: 'Visitors decide within **seconds**.' })
  text!: string;
}

/** A picture of the width of the page. */
export class PictureBlock implements stored.PictureBlock {
  @OneOf(['picture'], { example: 'picture' })
  type!: 'picture';

  @Nested(() => PlacedPicture)
  picture!: PlacedPicture;

  @Text({ min: 1, max: 1000, optional: true, example: 'The team in spring' })
  caption?: string;
}

/** A picture beside a text. */
export class PictureTextBlock implements stored.PictureTextBlock {
  @OneOf(['picture_text'], { example: 'picture_text' })
  type!: 'picture_text';

  @Nested(() => PlacedPicture)
  picture!: PlacedPicture;

  @OneOf(['start', 'end'], {
    about: 'The side of the picture, in the direction of the text.',
    example: 'end',
  })
  pictureSide!: 'start' | 'end';

  @Title({ optional: true, example: 'One page, many audiences' })
  title?: string;

  @Markdown({ example: 'Each visitor sees what concerns them.' })
  text!: string;
}

/** What a person says. */
export class QuoteBlock implements stored.QuoteBlock {
  @OneOf(['quote'], { example: 'quote' })
  type!: 'quote';

  @Text({ min: 1, max: 2000, example: 'We were live within a day.' })
  quote!: string;

  @Text({ min: 1, max: 200, example: 'Mary Major' })
  name!: string;

  @Text({
    min: 1,
    max: 200,
    optional: true,
    about: 'The role or the company.',
    example: 'Head of Sales, Initech',
  })
  role?: string;

  @Nested(() => PlacedPicture, { optional: true })
  portrait?: PlacedPicture;
}

export class Step implements stored.Step {
  @Title({ example: 'Book a demo' })
  title!: string;

  @Markdown({ optional: true, example: 'It takes half an hour.' })
  text?: string;
}

/** What happens one after the other. */
export class StepsBlock implements stored.StepsBlock {
  @OneOf(['steps'], { example: 'steps' })
  type!: 'steps';

  @Title({ optional: true, example: 'How it goes on' })
  title?: string;

  @ListOf(() => Step, { minItems: 1, maxItems: MAX_STEPS })
  steps!: Step[];
}

/** The blocks by their type. */
const BLOCKS = {
  text: TextBlock,
  picture: PictureBlock,
  picture_text: PictureTextBlock,
  quote: QuoteBlock,
  steps: StepsBlock,
};

const MAX_BLOCKS = 50;

/** What the tenant places below the main text. */
export const Blocks = (options: FieldOptions = {}): PropertyDecorator =>
  ListOfKinds('type', BLOCKS, { maxItems: MAX_BLOCKS, about: BELOW, ...options });

const BELOW = 'In display order, below `body`.';

export const COVER = 'The picture at the top of the page.';

/** One of each kind. The assets are sample data. */
export const EXAMPLE_BLOCKS: readonly stored.Block[] = [
  { type: 'text', title: 'Why now', text: 'Visitors decide within **seconds**.' },
  {
    type: 'picture',
    picture: { assetId: exampleId('asset'), altText: 'A black square' },
    caption: 'The logo of spring',
  },
  {
    type: 'picture_text',
    picture: { assetId: exampleId('asset', 4), altText: 'A summit in a green square' },
    pictureSide: 'end',
    title: 'One page, many audiences',
    text: 'Each visitor sees what concerns them.',
  },
  {
    type: 'quote',
    quote: 'We were live within a day.',
    name: 'Mary Major',
    role: 'Head of Sales, Initech',
    portrait: { assetId: exampleId('asset', 6), altText: '' },
  },
  {
    type: 'steps',
    title: 'How it goes on',
    steps: [{ title: 'Book a demo', text: 'It takes half an hour.' }, { title: 'Start' }],
  },
];
