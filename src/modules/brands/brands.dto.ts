import { ApiSchema } from '@nestjs/swagger';
import {
  Bool,
  Language,
  ListOf,
  Nested,
  OneOf,
  RecordId,
  Text,
  Time,
  Uri,
} from '../../shared/fields/fields.js';
import type { FieldOptions } from '../../shared/fields/field.js';
import { ListQuery, ListView } from '../../shared/fields/list.dto.js';
import { exampleId } from '../../shared/kernel/example-ids.js';
import { CORNERS, type BrandLink as StoredLink, type Corners } from './brand.entity.js';
import type { EffectiveColours, SchemeColours } from './effective-colours.js';
import { TYPEFACES, type Typeface } from './typefaces.js';

/** Never the form of an id (`brand_…`), so that a page's `brandId` names a brand by id or by key. */
const KEY = /^(?!brand_)[a-z0-9]+([_-][a-z0-9]+)*$/;
const HEX = /^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/;

const ABOUT = {
  key: 'Unique among the brands. Pages can name the brand by it.',
  logo: 'An asset of type `logo`, for light backgrounds.',
  darkLogo: 'An asset of type `logo`, for dark backgrounds. Without it, `logoAssetId` is used there, too.',
  icon: 'An asset of type `icon`: the icon in the tab of a browser and on a home screen.',
  accent: 'A hex colour: buttons and links, unless the page has a `themeColor`.',
  ground: 'A hex colour: the background. A dark one is used in both colour schemes of a browser.',
  text: 'A hex colour.',
  typeface: "Served by the site itself. Without it, pages use the visitor's system font.",
  footer: 'Shown on pages that have no footer links of their own.',
  foreign: 'Whether pages show images of other hosts.',
};

const CHANGEABLE = { optional: true, nullable: true };
const Colour = (options: FieldOptions) => Text({ pattern: HEX, ...options });
const Key = (options: FieldOptions) => Text({ max: 60, pattern: KEY, about: ABOUT.key, ...options });
const Name = (options: FieldOptions) =>
  Text({ min: 1, max: 200, about: 'Shown to visitors.', example: 'Acme', ...options });

@ApiSchema({ name: 'BrandLink' })
class BrandLink implements StoredLink {
  @Text({ min: 1, max: 100, example: 'Imprint' })
  label!: string;

  @Uri({ max: 2000, example: 'https://example.com/imprint' })
  url!: string;
}

const MAX_LINKS = 20;

/** The fields that a request may leave out or clear. */
class OptionalFields {
  @Text({ ...CHANGEABLE, min: 1, max: 200, about: 'For the footer.', example: 'Acme Ltd.' })
  legalName?: string | null;

  @Text({ ...CHANGEABLE, min: 1, max: 1000, about: 'For the footer.', example: '1 Main Street\nSpringfield' })
  address?: string | null;

  @Text({ ...CHANGEABLE, about: ABOUT.logo, example: exampleId('asset', 4) })
  logoAssetId?: string | null;

  @Text({ ...CHANGEABLE, about: ABOUT.darkLogo, example: exampleId('asset', 5) })
  darkLogoAssetId?: string | null;

  @Text({ ...CHANGEABLE, about: ABOUT.icon, example: exampleId('asset', 6) })
  iconAssetId?: string | null;

  @Colour({ ...CHANGEABLE, about: ABOUT.accent, example: '#0f766e' })
  accentColor?: string | null;

  @Colour({ ...CHANGEABLE, about: ABOUT.ground, example: '#fffdf8' })
  groundColor?: string | null;

  @Colour({ ...CHANGEABLE, about: ABOUT.text, example: '#1c1917' })
  textColor?: string | null;

  @OneOf(TYPEFACES, { ...CHANGEABLE, title: 'Typeface', about: ABOUT.typeface, example: 'source-sans-3' })
  typeface?: Typeface | null;

  @OneOf(CORNERS, { ...CHANGEABLE, title: 'Corners', about: 'Of buttons and cards.', example: 'round' })
  corners?: Corners | null;

  @ListOf(() => BrandLink, { optional: true, maxItems: MAX_LINKS, about: ABOUT.footer })
  footerLinks?: BrandLink[];

  @Language({ ...CHANGEABLE, about: 'The language of pages that state none.', example: 'en' })
  language?: string | null;

  @Bool({ optional: true, about: ABOUT.foreign, example: false })
  showsForeignImages?: boolean;
}

export class CreateBrand extends OptionalFields {
  @Key({ example: 'globex', unique: true })
  key!: string;

  @Name({ example: 'Globex' })
  name!: string;
}

export class UpdateBrand extends OptionalFields {
  @Key({ optional: true, example: 'acme' })
  key?: string;

  @Name({ optional: true })
  name?: string;
}

@ApiSchema({ name: 'BrandSchemeColors' })
class SchemeColoursView implements SchemeColours {
  @Text({ about: 'The background.', example: '#fffdf8' })
  ground!: string;

  @Text({ example: '#1c1917' })
  text!: string;

  @Text({ about: 'Buttons.', example: '#0f766e' })
  accent!: string;

  @Text({ about: 'Text on buttons.', example: '#ffffff' })
  accentText!: string;

  @Text({ about: 'Links.', example: '#0f766e' })
  link!: string;

  @Text({ about: 'Less important text.', example: '#5f5d5a' })
  softText!: string;

  @Text({ about: 'The background of cards and of the footer.', example: '#f5f3ee' })
  card!: string;

  @Text({ about: 'Borders.', example: '#dbdad5' })
  line!: string;
}

@ApiSchema({ name: 'BrandColors' })
class EffectiveColoursView implements EffectiveColours {
  @Nested(() => SchemeColoursView)
  light!: SchemeColoursView;

  @Nested(() => SchemeColoursView)
  dark!: SchemeColoursView;
}

export class BrandsQuery extends ListQuery {
  @Text({ min: 1, optional: true, about: 'Text that the name or the key contains; case is ignored.' })
  query?: string;
}

@ApiSchema({ name: 'Brand' })
export class BrandView {
  @RecordId('brand')
  brandId!: string;

  @Text({ about: ABOUT.key, example: 'acme' })
  key!: string;

  @Text({ example: 'Acme' })
  name!: string;

  @Text({ nullable: true, example: 'Acme Ltd.' })
  legalName!: string | null;

  @Text({ nullable: true, example: '1 Main Street\nSpringfield' })
  address!: string | null;

  @RecordId('asset', { nullable: true, about: ABOUT.logo, example: exampleId('asset', 4) })
  logoAssetId!: string | null;

  @RecordId('asset', { nullable: true, about: ABOUT.darkLogo, example: exampleId('asset', 5) })
  darkLogoAssetId!: string | null;

  @RecordId('asset', { nullable: true, about: ABOUT.icon, example: exampleId('asset', 6) })
  iconAssetId!: string | null;

  @Text({ nullable: true, about: ABOUT.accent, example: '#0f766e' })
  accentColor!: string | null;

  @Text({ nullable: true, about: ABOUT.ground, example: '#fffdf8' })
  groundColor!: string | null;

  @Text({ nullable: true, about: ABOUT.text, example: '#1c1917' })
  textColor!: string | null;

  @Nested(() => EffectiveColoursView, {
    about:
      'The colours that the site uses: the given ones, adjusted where text would not be readable (WCAG AA).',
  })
  effectiveColors!: EffectiveColoursView;

  @OneOf(TYPEFACES, { nullable: true, title: 'Typeface', about: ABOUT.typeface, example: 'source-sans-3' })
  typeface!: Typeface | null;

  @OneOf(CORNERS, { nullable: true, title: 'Corners', about: 'Of buttons and cards.', example: 'round' })
  corners!: Corners | null;

  @ListOf(() => BrandLink, { about: ABOUT.footer })
  footerLinks!: BrandLink[];

  @Text({ nullable: true, about: 'The language of pages that state none.', example: 'en' })
  language!: string | null;

  @Bool({ about: ABOUT.foreign, example: false })
  showsForeignImages!: boolean;

  @Time()
  createdAt!: string;

  @Time()
  updatedAt!: string;
}

export const BrandListView = ListView('BrandList', () => BrandView);
