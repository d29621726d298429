import type { Metadata, PageType, RequestMetadata } from '@foyer/client';
import type { VNode } from 'preact';
import type { Api } from '../../calling/api-caller.js';
import { SelectField, TextArea, TextField, type Choice } from '../../parts/fields.js';
import { words } from '../../words/english.js';
import { ifAllowed, optionalIn, textIn } from '../kit/screen.js';
import { TYPE_CHOICES } from './pages.js';
import { type ShownPage } from './shown-page.js';

/** As many brands as one select can offer. */
const MOST_BRANDS = 50;

/** Fields of the metadata that answers have and requests do not: they follow from other fields. */
const DERIVED = ['ogImageUrl', 'ogImageFileId', 'twitterImageUrl', 'twitterImageFileId'] as const;

/** The brands that a page can have; none if the key may not read brands. A page names its brand by key, or by id. */
export async function brandChoices(api: Api, current = ''): Promise<Choice[]> {
  const brands = await ifAllowed(api.brands.list({ limit: MOST_BRANDS }));
  return (
    brands?.items.map(({ brandId, key, name }): Choice => [current === brandId ? brandId : key, name]) ?? []
  );
}

/** What every page has. A page can name a brand that is none of these, or no brand. */
export function BasicFields({ brands }: { brands: readonly Choice[] }): VNode {
  const { pages } = words;
  return (
    <>
      <TextField name="name" label={pages.name} hint={pages.nameHint} />
      <div class="pair">
        <SelectField name="pageType" label={pages.type} choices={TYPE_CHOICES} />
        {brands.length > 0 ? (
          <SelectField
            name="brandId"
            label={pages.brand}
            choices={[...brands, ['', pages.brandNone]]}
            keepsUnknown
            nameOf={pages.brandMissing}
          />
        ) : (
          <TextField name="brandId" label={pages.brand} hint={pages.brandHint} />
        )}
      </div>
      <TextArea name="body" label={pages.body} hint={pages.bodyHint} rows={12} required={false} />
      <TextArea name="pageContext" label={pages.context} hint={pages.contextHint} rows={3} />
    </>
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
