import { ApiSchema } from '@nestjs/swagger';
import { Decimal, ListOf, Nested, Text, Bool } from '../../shared/fields/fields.js';

@ApiSchema({ name: 'CreateAction' })
export class ActionInput {
  @Text({ about: 'Names the action within its page.', example: 'book-demo' })
  actionId!: string;

  @Text({ example: 'Book a demo' })
  purpose!: string;

  @Text({ example: 'See it live' })
  buttonTitle!: string;

  @Text({ about: 'Free text; known are `open_url`, `submit_form` and `copy_text`.', example: 'open_url' })
  actionType!: string;

  @Text({ example: 'https://example.com/demo' })
  url!: string;
}

@ApiSchema({ name: 'Action' })
export class ActionView extends ActionInput {
  @Decimal({ about: 'Its place among the actions of the page, from 0.', example: 0 })
  actionIndex!: number;
}

export class LogoImage {
  @Text({ example: 'Acme' })
  altText!: string;

  @Text({ example: 'https://example.com/acme.png' })
  url!: string;

  @Text({ example: '' })
  fileId!: string;

  @Text({ example: '' })
  assetId!: string;
}

export class Logo {
  @Nested(() => LogoImage)
  image!: LogoImage;
}

@ApiSchema({ name: 'CreateActionCardWidget' })
export class ActionCardWidgetInput {
  @Text({ about: 'Free text; known are `logo_marquee` and `video`.', example: 'logo_marquee' })
  type!: string;

  @Text({ example: 'They trust us' })
  title!: string;

  @ListOf(() => Logo, { optional: true, about: 'None, where it is left out.' })
  logos: Logo[] = [];
}

export class ActionCardWidget {
  @Text({ example: 'logo_marquee' })
  type!: string;

  @Text({ example: 'They trust us' })
  title!: string;

  @ListOf(() => Logo)
  logos!: Logo[];
}

export class FooterLink {
  @Text({ example: 'imprint' })
  id!: string;

  @Text({ example: 'Imprint' })
  text!: string;

  @Text({ example: 'https://example.com/imprint' })
  url!: string;
}

export class FooterLinkGroup {
  @Text({ example: 'legal' })
  id!: string;

  @Text({ example: 'Legal' })
  title!: string;

  @ListOf(() => FooterLink)
  links!: FooterLink[];
}

export class Script {
  @Text({ example: 'console.log("hello")' })
  content!: string;

  @Bool({ example: true })
  enabled!: boolean;

  @Text({ example: 'greeting' })
  name!: string;

  @Text({ example: 'Says hello' })
  description!: string;
}
