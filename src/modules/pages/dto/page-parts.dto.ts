import { ApiSchema } from '@nestjs/swagger';
import { Decimal, ListOf, Nested, Text, Bool } from '../../../shared/fields/fields.js';
import type { FieldOptions } from '../../../shared/fields/field.js';
import type * as stored from '../entities/page-parts.js';

const MAX_BODY_LENGTH = 100_000;

export const MARKDOWN =
  'Markdown. Visitors see a safe subset of it; HTML is shown as text. `![A photo](asset:asset_…)` shows a picture of an asset.';

/** The main text of a page. */
export const Body = (options: FieldOptions): PropertyDecorator =>
  Text({ min: 1, max: MAX_BODY_LENGTH, about: MARKDOWN, ...options });

@ApiSchema({ name: 'CreateAction' })
export class ActionInput implements stored.Action {
  @Text({ about: 'Identifies the action within its page.', example: 'book-demo' })
  actionId!: string;

  @Text({ example: 'Book a demo' })
  purpose!: string;

  @Text({ example: 'See it live' })
  buttonTitle!: string;

  @Text({
    about: 'Free text; the known types are `open_url`, `submit_form` and `copy_text`.',
    example: 'open_url',
  })
  actionType!: string;

  @Text({ example: 'https://example.com/demo' })
  url!: string;
}

@ApiSchema({ name: 'Action' })
export class ActionView extends ActionInput implements stored.IndexedAction {
  @Decimal({ about: 'The position among the actions of the page, from 0.', example: 0 })
  actionIndex!: number;
}

export class LogoImage implements stored.LogoImage {
  @Text({ example: 'Acme' })
  altText!: string;

  @Text({ example: 'https://example.com/acme.png' })
  url!: string;

  @Text({ example: '' })
  fileId!: string;

  @Text({ example: '' })
  assetId!: string;
}

export class Logo implements stored.Logo {
  @Nested(() => LogoImage)
  image!: LogoImage;
}

@ApiSchema({ name: 'CreateActionCardWidget' })
export class ActionCardWidgetInput implements stored.ActionCardWidget {
  @Text({ about: 'Free text; the known types are `logo_marquee` and `video`.', example: 'logo_marquee' })
  type!: string;

  @Text({ example: 'They trust us' })
  title!: string;

  @Text({ optional: true, about: 'Of a video: its file, or a page that shows it.' })
  url?: string;

  @ListOf(() => Logo, { optional: true, about: 'Empty if absent.' })
  logos: Logo[] = [];
}

export class ActionCardWidget implements stored.ActionCardWidget {
  @Text({ example: 'logo_marquee' })
  type!: string;

  @Text({ example: 'They trust us' })
  title!: string;

  @Text({ optional: true, about: 'Of a video: its file, or a page that shows it.' })
  url?: string;

  @ListOf(() => Logo)
  logos!: Logo[];
}

export class FooterLink implements stored.FooterLink {
  @Text({ example: 'imprint' })
  id!: string;

  @Text({ example: 'Imprint' })
  text!: string;

  @Text({ example: 'https://example.com/imprint' })
  url!: string;
}

export class FooterLinkGroup implements stored.FooterLinkGroup {
  @Text({ example: 'legal' })
  id!: string;

  @Text({ example: 'Legal' })
  title!: string;

  @ListOf(() => FooterLink)
  links!: FooterLink[];
}

export class Script implements stored.Script {
  @Text({ example: 'console.log("hello")' })
  content!: string;

  @Bool({ example: true })
  enabled!: boolean;

  @Text({ example: 'greeting' })
  name!: string;

  @Text({ example: 'Says hello' })
  description!: string;
}
