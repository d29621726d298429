import type { Api } from '../../calling/api-caller.js';
import { choiceQuery } from '../../parts/choice-search.js';
import type { Choice } from '../../parts/fields.js';
import type { FormState } from '../../parts/form-state.js';
import { Choices, MOST_CHOICES } from './choices.js';
import { ifThere } from './screen.js';

/** What a search for forms is called. */
export const FORM_SEARCH = 'forms';

/** The forms that a page can ask visitors to fill in, by their names. */
export async function formChoices(api: Api, state: FormState, chosen: readonly string[]): Promise<Choices> {
  const query = choiceQuery(state, FORM_SEARCH);
  const { items, hasMore } = await api.forms.list({ limit: MOST_CHOICES, query });
  const beyond = chosen.filter((id) => id !== '' && !items.some(({ formId }) => formId === id));
  const others = await Promise.all(beyond.map((id) => ifThere(api.forms.get(id))));
  const choiceOf = ({ formId, name }: { formId: string; name: string }): Choice => [formId, name];
  return new Choices(items.map(choiceOf), hasMore, others.filter((form) => form !== undefined).map(choiceOf));
}
