import type { AssetType, Corners, CreateBrand, Typeface } from '@foyer/client';
import type { VNode } from 'preact';
import type { Api } from '../../calling/api-caller.js';
import { CheckField, SelectField, TextArea, TextField, TICKED, type Choice } from '../../parts/fields.js';
import type { FormState } from '../../parts/form-state.js';
import { words } from '../../words/english.js';
import { ifAllowed, optionalIn, textIn } from '../kit/screen.js';
import type { ShownBrand } from './brands.js';

/** As many assets as one select can offer. */
const MOST_ASSETS = 50;
/** Empty lines for more links of the footer. */
const EMPTY_LINES = 2;
const MOST_LINKS = 20;

const COLOURS = ['accentColor', 'groundColor', 'textColor'] as const;
const LOGOS = ['logoAssetId', 'darkLogoAssetId'] as const;

/** The assets that a brand can name. */
export interface BrandAssets {
  logos: readonly Choice[];
  icons: readonly Choice[];
}

export async function brandAssets(api: Api): Promise<BrandAssets> {
  const choicesOf = async (assetType: AssetType): Promise<Choice[]> => {
    const assets = await ifAllowed(api.assets.list({ assetType, limit: MOST_ASSETS }));
    return (assets?.items ?? []).map(({ assetId, name }) => [assetId, name]);
  };
  const [logos, icons] = await Promise.all([choicesOf('logo'), choicesOf('icon')]);
  return { logos, icons };
}

interface BrandFieldsProps {
  assets: BrandAssets;
  state: FormState;
}

export function BrandFields({ assets, state }: BrandFieldsProps): VNode {
  const { brands: own } = words.library;
  const none: Choice = ['', own.noChoice];
  return (
    <>
      <TextField name="name" label={own.name} hint={own.nameHint} />
      <TextField name="key" label={own.key} hint={own.keyHint} />
      <fieldset class="more">
        <legend>{own.pictures}</legend>
        {LOGOS.map((name) => (
          <SelectField
            key={name}
            name={name}
            label={own[name]}
            hint={name === 'logoAssetId' ? own.logoHint : undefined}
            choices={[none, ...assets.logos]}
            keepsUnknown
          />
        ))}
        <SelectField
          name="iconAssetId"
          label={own.iconAssetId}
          choices={[none, ...assets.icons]}
          keepsUnknown
        />
      </fieldset>
      <fieldset class="more">
        <legend>{own.look}</legend>
        <div class="pair">
          {COLOURS.map((name) => (
            <TextField
              key={name}
              name={name}
              label={own[name]}
              hint={own.colourHint[name]}
              required={false}
            />
          ))}
        </div>
        <div class="pair">
          <SelectField
            name="typeface"
            label={own.typeface}
            choices={[['', own.systemFont], ...Object.entries(own.typefaces)]}
          />
          <SelectField
            name="corners"
            label={own.corners}
            choices={[['', own.usual], ...Object.entries(own.cornerKinds)]}
          />
        </div>
      </fieldset>
      <fieldset class="more">
        <legend>{own.footer}</legend>
        <TextField name="legalName" label={own.legalName} required={false} />
        <TextArea name="address" label={own.address} rows={3} required={false} />
        {Array.from({ length: linesFor(state) }, (_, at) => (
          <div key={at} class="pair">
            <TextField name={`footerLinks.${at}.label`} label={own.linkLabel(at + 1)} required={false} />
            <TextField
              name={`footerLinks.${at}.url`}
              label={own.linkUrl(at + 1)}
              type="url"
              required={false}
            />
          </div>
        ))}
        <p class="hint">{own.linksHint}</p>
      </fieldset>
      <fieldset class="more">
        <legend>{own.further}</legend>
        <TextField name="language" label={own.language} hint={own.languageHint} required={false} />
        <CheckField name="showsForeignImages" label={own.foreign} hint={own.foreignHint} />
      </fieldset>
    </>
  );
}

/** The filled lines, and some empty ones. */
function linesFor(state: FormState): number {
  return Math.min(
    Math.max(0, ...linesOf((name) => state.value(name)).map((at) => at + 1)) + EMPTY_LINES,
    MOST_LINKS,
  );
}

export function valuesOf(brand: ShownBrand): Record<string, string> {
  const { name, key, footerLinks, showsForeignImages, ...others } = brand;
  const texts = [
    'legalName',
    'address',
    ...LOGOS,
    'iconAssetId',
    ...COLOURS,
    'typeface',
    'corners',
    'language',
  ] as const;
  return {
    ...{ name, key, showsForeignImages: showsForeignImages ? TICKED : '' },
    ...Object.fromEntries(texts.map((field) => [field, others[field] ?? ''])),
    ...Object.fromEntries(
      footerLinks.flatMap(({ label, url }, at) => [
        [`footerLinks.${at}.label`, label],
        [`footerLinks.${at}.url`, url],
      ]),
    ),
  };
}

/** All that the form has; what is empty is cleared. */
export function brandIn(form: URLSearchParams): CreateBrand {
  const orNull = (name: string) => optionalIn(form, name) ?? null;
  return {
    name: textIn(form, 'name'),
    key: textIn(form, 'key'),
    legalName: orNull('legalName'),
    address: orNull('address'),
    logoAssetId: orNull('logoAssetId'),
    darkLogoAssetId: orNull('darkLogoAssetId'),
    iconAssetId: orNull('iconAssetId'),
    accentColor: orNull('accentColor'),
    groundColor: orNull('groundColor'),
    textColor: orNull('textColor'),
    typeface: orNull('typeface') as Typeface | null,
    corners: orNull('corners') as Corners | null,
    language: orNull('language'),
    showsForeignImages: form.get('showsForeignImages') === TICKED,
    footerLinks: linesOf((name) => textIn(form, name)).map((at) => ({
      label: textIn(form, `footerLinks.${at}.label`),
      url: textIn(form, `footerLinks.${at}.url`),
    })),
  };
}

/** The lines that are filled in. */
function linesOf(valueOf: (name: string) => string): number[] {
  return Array.from({ length: MOST_LINKS }, (_, at) => at).filter((at) =>
    ['label', 'url'].some((part) => valueOf(`footerLinks.${at}.${part}`) !== ''),
  );
}

/** Names the field of a line: empty lines are not sent, so lines of the request are others than those of the form. */
export function fieldIn(form: URLSearchParams): (place: string) => string | undefined {
  const lines = linesOf((name) => textIn(form, name));
  return (place) => {
    if (place === 'brand_key_taken') return 'key';
    const [, at, part] = /^\/footerLinks\/(\d+)\/(\w+)$/.exec(place) ?? [];
    return at === undefined ? undefined : `footerLinks.${lines[Number(at)]}.${part}`;
  };
}
