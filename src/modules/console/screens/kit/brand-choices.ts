import type { Brand, WithDates } from '@foyer/client';
import type { Api } from '../../calling/api-caller.js';
import { choiceQuery } from '../../parts/choice-search.js';
import type { Choice } from '../../parts/fields.js';
import type { FormState } from '../../parts/form-state.js';
import { Choices, MOST_CHOICES } from './choices.js';
import { ifThere } from './screen.js';

/** The field with the brand of a page: its key, its id, or any other text. */
export const BRAND = 'brandId';

/** What a search for brands is called. */
export const BRAND_SEARCH = 'brands';

const KEY_OR_ID = /^[\w-]{1,100}$/;

type ShownBrand = WithDates<Brand>;

/** The brands that a page can have, by their names. */
export async function brandChoices(api: Api, state: FormState): Promise<Choices> {
  const current = state.value(BRAND);
  const query = choiceQuery(state, BRAND_SEARCH);
  const choiceOf = ({ brandId, key, name }: ShownBrand): Choice => [
    current === brandId ? brandId : key,
    name,
  ];
  const { items, hasMore } = await api.brands.list({ limit: MOST_CHOICES, query });
  const found = items.map(choiceOf);
  const isBeyond = KEY_OR_ID.test(current) && !found.some(([known]) => known === current);
  const chosen = isBeyond ? await brandNamed(api, current) : undefined;
  return new Choices(found, hasMore, chosen ? [choiceOf(chosen)] : []);
}

async function brandNamed(api: Api, current: string): Promise<ShownBrand | undefined> {
  const { items } = await api.brands.list({ limit: MOST_CHOICES, query: current });
  return items.find(({ key }) => key === current) ?? (await ifThere(api.brands.get(current)));
}
