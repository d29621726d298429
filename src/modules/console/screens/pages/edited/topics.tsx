import type { Page } from '@foyer/client';
import type { VNode } from 'preact';
import { ChoiceSearch } from '../../../parts/choice-search.js';
import { SelectField } from '../../../parts/fields.js';
import { ROW_COMMAND, rowCommand, rowField, rowsIn } from '../../../parts/form-rows.js';
import type { FormState } from '../../../parts/form-state.js';
import { RowButton, Rows, rowId } from '../../../parts/rows.js';
import { words } from '../../../words/english.js';
import type { Choices } from '../../kit/choices.js';
import { TOPIC_SEARCH } from '../../kit/topic-choices.js';

export const TOPICS = 'topicIds';
/** Whether the page names its topics. */
export const TOPICS_FIELD = 'topics';

/** The topic that the button beside it adds. */
const ADDED = 'addedTopicId';
const ALL = 'all';
const CHOSEN = 'chosen';

interface TopicFieldsProps {
  to: string;
  chosen: readonly string[];
  /** Undefined if the key may not read topics. */
  choices: Choices | undefined;
}

/** Rows of topics: the kind of a row is the id of its topic. */
export function TopicFields({ to, chosen, choices }: TopicFieldsProps): VNode {
  const { parts } = words.pages;
  return (
    <>
      <SelectField name={TOPICS_FIELD} label={parts.topicsShown} choices={Object.entries(parts.topicModes)} />
      <Rows list={TOPICS} to={to} nameOf={() => parts.topic}>
        {({ kind }) => <p dir="auto">{choices?.nameOf(kind) ?? kind}</p>}
      </Rows>
      {choices && (
        <>
          <ChoiceSearch kind={TOPIC_SEARCH} label={parts.topicSearch} to={to} choices={choices} />
          <SelectField
            name={ADDED}
            label={parts.topicToAdd}
            choices={[['', parts.chooseTopic], ...choices.without(chosen)]}
            required={false}
          />
          <p class="adding">
            <RowButton
              to={`${to}#${rowId(`${TOPICS}.${chosen.length}`)}`}
              command={rowCommand.add(TOPICS)}
              label={`+ ${parts.topic}`}
            />
          </p>
        </>
      )}
    </>
  );
}

export function topicValues({ topicIds }: Pick<Page, 'topicIds'>): [string, string][] {
  return [
    [TOPICS_FIELD, topicIds === null ? ALL : CHOSEN],
    ...(topicIds ?? []).map((topicId, at): [string, string] => [rowField(`${TOPICS}.${at}`), topicId]),
  ];
}

export function chosenTopics(state: FormState): string[] {
  return state.rows(TOPICS).map(({ kind }) => kind);
}

/** A topic that is chosen, but not added yet, is meant as well. */
export function topicsIn(form: URLSearchParams): string[] | null {
  if (form.get(TOPICS_FIELD) !== CHOSEN) return null;
  const added = form.get(ADDED) ?? '';
  return [...rowsIn(form, TOPICS).map(({ kind }) => kind), ...(added === '' ? [] : [added])];
}

/** The button adds the chosen topic, if there is one. A person who adds a topic wants the page to show it. */
export function withAddedTopic(form: URLSearchParams): URLSearchParams {
  if (form.get(ROW_COMMAND)?.trim() !== rowCommand.add(TOPICS).trim()) return form;
  const added = form.get(ADDED) ?? '';
  const next = new URLSearchParams(form);
  next.delete(ADDED);
  next.delete(ROW_COMMAND);
  if (added === '') return next;
  next.set(ROW_COMMAND, rowCommand.add(TOPICS, added));
  next.set(TOPICS_FIELD, CHOSEN);
  return next;
}
