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

/** The brands that a page can have, and the one that it names now. */
export async function brandChoices(api: Api, current?: string): Promise<Choice[]> {
  // Without the right to read brands, a page can still name one.
  const brands = (await ifAllowed(api.brands.list({ limit: MOST_BRANDS })))?.items ?? [];
  const known = brands.map(({ key, name }): Choice => [key, name]);
  const isKnown = current === undefined || known.some(([key]) => key === current);
  return isKnown ? known : [[current, words.pages.brandMissing(current)], ...known];
}

/** What every page has. */
export function BasicFields({ brands }: { brands: readonly Choice[] }): VNode {
  const { pages } = words;
  return (
    <>
      <TextField name="name" label={pages.name} hint={pages.nameHint} />
      <div class="pair">
        <SelectField name="pageType" label={pages.type} choices={TYPE_CHOICES} />
        {brands.length > 0 ? (
          <SelectField name="brandId" label={pages.brand} choices={brands} />
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
    // Browsers send line breaks as two characters.
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
