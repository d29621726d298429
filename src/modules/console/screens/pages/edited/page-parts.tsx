import type { Page } from '@foyer/client';
import type { ComponentChildren, VNode } from 'preact';
import type { Api } from '../../../calling/api-caller.js';
import type { Choice } from '../../../parts/fields.js';
import type { FormState } from '../../../parts/form-state.js';
import { words } from '../../../words/english.js';
import type { Choices } from '../../kit/choices.js';
import { FORM_SEARCH, formChoices } from '../../kit/form-choices.js';
import { pictureChoices } from '../../kit/picture-choices.js';
import { ifAllowed } from '../../kit/screen.js';
import { TOPIC_SEARCH, topicChoices } from '../../kit/topic-choices.js';
import { ActionFields, ACTIONS, actionsIn, actionValues, DEFAULT_FORM } from './actions.js';
import { BlockFields, BLOCKS, blocksIn, blockValues } from './blocks.js';
import { COVER, CoverFields, coverIn, coverValues } from './cover.js';
import { chosenTopics, TOPICS_FIELD, TopicFields, TOPICS, topicsIn, topicValues } from './topics.js';
import { WidgetFields, WIDGETS, widgetsIn, widgetValues } from './widgets.js';

/** What the parts of a page can be chosen from. */
interface PartChoices {
  pictures: Choice[];
  topics: Choices | undefined;
  forms: Choices | undefined;
}

export async function partChoices(api: Api, state: FormState): Promise<PartChoices> {
  const [pictures = [], topics, forms] = await Promise.all([
    pictureChoices(api),
    ifAllowed(topicChoices(api, state, chosenTopics(state))),
    ifAllowed(formChoices(api, state, [state.value(DEFAULT_FORM)])),
  ]);
  return { pictures, topics, forms };
}

interface Props {
  state: FormState;
  /** Where buttons that change rows send the form to. */
  to: string;
  choices: PartChoices;
  /** The row that was changed last. */
  row: string | undefined;
}

/** What a page has besides its texts. */
export function PageParts({ state, to, choices: { pictures, topics, forms }, row }: Props): VNode {
  const { parts } = words.pages;
  const countOf = (list: string) => state.rows(list).length;
  const isOpen = (...names: string[]) =>
    names.some((name) => row?.startsWith(name) || state.problems.some(({ field }) => field.startsWith(name)));
  return (
    <>
      <Part title={parts.cover} isOpen={isOpen(COVER)} state={state.value(`${COVER}.altText`)}>
        <CoverFields pictures={pictures} />
      </Part>
      <Part title={parts.blocks} isOpen={isOpen(BLOCKS)} state={parts.count(countOf(BLOCKS))}>
        <BlockFields to={to} count={countOf(BLOCKS)} pictures={pictures} />
      </Part>
      <Part
        title={parts.actions}
        isOpen={isOpen(ACTIONS, 'headerActionId', DEFAULT_FORM, FORM_SEARCH)}
        state={parts.count(countOf(ACTIONS))}
      >
        <ActionFields to={to} count={countOf(ACTIONS)} forms={forms} />
      </Part>
      <Part title={parts.widgets} isOpen={isOpen(WIDGETS)} state={parts.count(countOf(WIDGETS))}>
        <WidgetFields to={to} count={countOf(WIDGETS)} pictures={pictures} />
      </Part>
      <Part
        title={parts.topics}
        isOpen={isOpen(TOPICS, TOPICS_FIELD, TOPIC_SEARCH)}
        state={countOf(TOPICS) > 0 ? parts.count(countOf(TOPICS)) : parts.topicModes.all}
      >
        <TopicFields to={to} chosen={chosenTopics(state)} choices={topics} />
      </Part>
    </>
  );
}

interface PartProps {
  title: string;
  state: string;
  isOpen: boolean;
  children: ComponentChildren;
}

function Part({ title, state, isOpen, children }: PartProps): VNode {
  return (
    <details class="part" open={isOpen}>
      <summary>
        {title} <span class="hint">{state}</span>
      </summary>
      <div class="inside">{children}</div>
    </details>
  );
}

type PagePartsOf = Omit<Page, 'createdAt' | 'updatedAt' | 'archivedAt' | 'deletedAt'>;

export function partValues(page: PagePartsOf): Record<string, string> {
  return Object.fromEntries([
    ...coverValues(page),
    ...blockValues(page.blocks),
    ...actionValues(page),
    ...widgetValues(page),
    ...topicValues(page),
  ]);
}

export function partsIn(form: URLSearchParams) {
  return {
    coverImage: coverIn(form),
    blocks: blocksIn(form),
    ...actionsIn(form),
    actionCardWidgets: widgetsIn(form),
    topicIds: topicsIn(form),
  };
}

/** Their problems are at the fields of their rows, which a pointer names with its numbers. */
export function partFieldOf(place: string): string | undefined {
  const [, list, ...rest] = place.split('/');
  if (list === TOPICS) return TOPICS_FIELD;
  const isPart = [BLOCKS, ACTIONS, WIDGETS, COVER].some((each) => each === list);
  return isPart && rest.length > 0 ? [list, ...rest].join('.') : undefined;
}
