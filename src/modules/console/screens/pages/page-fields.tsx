import type { Metadata, PageType, RequestMetadata } from '@foyer/client';
import type { VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { choiceQuery, ChoiceSearch } from '../../parts/choice-search.js';
import { SelectField, TextArea, TextField } from '../../parts/fields.js';
import { CurrentForm } from '../../parts/form-context.js';
import { words } from '../../words/english.js';
import { BRAND, BRAND_SEARCH } from '../kit/brand-choices.js';
import type { Choices } from '../kit/choices.js';
import { optionalIn, textIn } from '../kit/screen.js';
import { TYPE_CHOICES } from './pages.js';
import { type ShownPage } from './shown-page.js';

/** Fields of the metadata that answers have and requests do not: they follow from other fields. */
const DERIVED = ['ogImageUrl', 'ogImageFileId', 'twitterImageUrl', 'twitterImageFileId'] as const;

/** What every page has. A page can name a brand that is none of these, or no brand. */
interface BasicFieldsProps {
  /** Undefined if the key may not read brands. */
  brands: Choices | undefined;
  /** Where a search for brands sends the form to. */
  to: string;
}

export function BasicFields({ brands, to }: BasicFieldsProps): VNode {
  const { pages } = words;
  return (
    <>
      <TextField name="name" label={pages.name} hint={pages.nameHint} />
      <div class="pair">
        <SelectField name="pageType" label={pages.type} choices={TYPE_CHOICES} />
        <BrandField brands={brands} />
      </div>
      {brands && <ChoiceSearch kind={BRAND_SEARCH} label={pages.brandSearch} to={to} choices={brands} />}
      <TextArea name="body" label={pages.body} hint={pages.bodyHint} rows={12} required={false} />
      <TextArea name="pageContext" label={pages.context} hint={pages.contextHint} rows={3} />
    </>
  );
}

function BrandField({ brands }: Pick<BasicFieldsProps, 'brands'>): VNode {
  const { pages } = words;
  const state = useContext(CurrentForm);
  const chosen = state?.all(BRAND).filter((brand) => brand !== '') ?? [];
  const isSearched = state !== undefined && choiceQuery(state, BRAND_SEARCH) !== undefined;
  if (!brands || (brands.found.length === 0 && !isSearched))
    return <TextField name={BRAND} label={pages.brand} hint={pages.brandHint} />;
  return (
    <SelectField
      name={BRAND}
      label={pages.brand}
      choices={[...brands.including(chosen.filter((brand) => brands.has(brand))), ['', pages.brandNone]]}
      keepsUnknown
      nameOf={pages.brandMissing}
    />
  );
}

/** What links and search engines show, and in which language. */
export function FurtherFields(): VNode {
  const { pages } = words;
  return (
    <fieldset class="more">
      <legend>{pages.found}</legend>
      <TextField name="metadata.title" label={pages.metaTitle} required={false} />
      <TextArea name="metadata.description" label={pages.metaDescription} rows={2} required={false} />
      <TextField name="language" label={pages.language} hint={pages.languageHint} required={false} />
    </fieldset>
  );
}

export function valuesOf(page: ShownPage): Record<string, string> {
  const { name, pageType, brandId, pageContext, body = '', language = '', metadata = {} } = page;
  return {
    ...{ name, pageType, brandId, pageContext, body, language },
    'metadata.title': metadata.title ?? '',
    'metadata.description': metadata.description ?? '',
  };
}

export function basicsIn(form: URLSearchParams) {
  return {
    name: textIn(form, 'name'),
    pageType: textIn(form, 'pageType') as PageType,
    brandId: textIn(form, 'brandId'),
    pageContext: textIn(form, 'pageContext'),
    body: textIn(form, 'body'),
  };
}

/** All that the form has. The other metadata of the page stays. */
export function changeIn(form: URLSearchParams, { metadata = {} }: Pick<ShownPage, 'metadata'>) {
  const { body, ...basics } = basicsIn(form);
  return {
    ...basics,
    body: body === '' ? null : body,
    language: optionalIn(form, 'language') ?? null,
    metadata: {
      ...withoutDerived(metadata),
      title: optionalIn(form, 'metadata.title'),
      description: optionalIn(form, 'metadata.description'),
    },
  };
}

export function withoutDerived(metadata: Metadata): RequestMetadata {
  const isDerived = (name: string) => (DERIVED as readonly string[]).includes(name);
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => !isDerived(name)));
}
