import type { TopicTitle, WithDates } from '@foyer/client';
import type { Api } from '../../calling/api-caller.js';
import { choiceQuery } from '../../parts/choice-search.js';
import type { Choice } from '../../parts/fields.js';
import type { FormState } from '../../parts/form-state.js';
import { Choices, MOST_CHOICES } from './choices.js';

/** What a search for topics is called in a form. */
export const TOPIC_SEARCH = 'topics';

/** The topics that a form can name, by their titles. */
export async function topicChoices(
  api: Api,
  state: FormState,
  chosen: readonly string[] = [],
): Promise<Choices> {
  const limit = MOST_CHOICES;
  const topicIds = [...new Set(chosen)].slice(0, limit).join();
  const [found, named] = await Promise.all([
    api.topics.titles.list({ limit, query: choiceQuery(state, TOPIC_SEARCH) }),
    topicIds === '' ? undefined : api.topics.titles.list({ limit, topicIds }),
  ]);
  return new Choices(found.items.map(choiceOf), found.hasMore, named?.items.map(choiceOf) ?? []);
}

function choiceOf({ topicId, title }: WithDates<TopicTitle>): Choice {
  return [topicId, title];
}
