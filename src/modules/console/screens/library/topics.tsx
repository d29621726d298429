import type { Topic, TopicTitle, WithDates } from '@foyer/client';
import type { VNode } from 'preact';
import { ProblemSummary, TextField } from '../../parts/fields.js';
import { FilterForm } from '../../parts/filter-form.js';
import { Form } from '../../parts/form-context.js';
import { FormState } from '../../parts/form-state.js';
import { Badge, Done, Empty, Heading, ListPages } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { formScreen } from '../kit/form-screen.js';
import {
  optionalIn,
  pageIn,
  textIn,
  type ScreenAnswer,
  type Screens,
  type Shown,
  type Visit,
} from '../kit/screen.js';
import { submit } from '../kit/submit-form.js';
import { LIBRARY_PATHS, LibraryTabs } from './library-tabs.js';
import { MoveButtons, movesIn } from './move-buttons.js';

export type ShownTopic = WithDates<Topic>;
type ShownTitle = WithDates<TopicTitle>;

const PATH = LIBRARY_PATHS.topics;
const PAGE_SIZE = 25;

export const topicsScreens: Screens = {
  'GET /library/topics': (visit) => topics(visit),
  'POST /library/topics/order': move,
  'GET /library/topics/new': () => Promise.resolve(newTopic(FormState.of())),
  'POST /library/topics/new': create,
};

export function topicPath({ topicId }: Pick<ShownTopic, 'topicId'>): string {
  return `${PATH}/${topicId}`;
}

interface TopicsPage {
  items: ShownTitle[];
  nextCursor: string | null;
}

/**
 * A page of the topics that are asked for. The page of all topics ends with the first one of the next page, so that
 * topics can be moved from one page to the other.
 */
async function pageOf({ api, query }: Visit): Promise<TopicsPage> {
  const sought = query.get('query')?.trim() || undefined;
  const { items, nextCursor } = await api.topics.titles.list({ ...pageIn(query, PAGE_SIZE), query: sought });
  if (nextCursor === null || sought !== undefined) return { items: [...items], nextCursor };
  const next = await api.topics.titles.list({ limit: 1, cursor: nextCursor });
  return { items: [...items, ...next.items], nextCursor };
}

async function topics(visit: Visit, state = FormState.of()): Promise<Shown> {
  const { query } = visit;
  const page = await pageOf(visit);
  const { topics: own } = words.library;
  const sought = query.get('query')?.trim() ?? '';
  const isAll = sought === '' && page.nextCursor === null && !query.has('cursor');
  return {
    title: own.title,
    section: 'library',
    content: (
      <>
        <Heading title={own.title} about={own.about}>
          <a class="button" href={`${PATH}/new`}>
            {own.create}
          </a>
        </Heading>
        <LibraryTabs current="topics" />
        <Done name={query.get('done')} />
        {!isAll && (
          <FilterForm
            to={PATH}
            state={FormState.of({ query: sought })}
            clearTo={sought === '' ? undefined : PATH}
          >
            <TextField name="query" label={own.search} type="search" />
          </FilterForm>
        )}
        {page.items.length === 0 ? (
          <NoTopics isFiltered={sought !== ''} />
        ) : (
          <TopicRows of={page.items} isOrdered={sought === ''} state={state} cursor={query.get('cursor')} />
        )}
        <ListPages path={PATH} query={query} nextCursor={page.nextCursor} />
      </>
    ),
  };
}

function NoTopics({ isFiltered }: { isFiltered: boolean }): VNode {
  const { topics: own } = words.library;
  if (isFiltered)
    return (
      <Empty title={own.noneFound}>
        <p>{own.noneFoundAbout}</p>
      </Empty>
    );
  return (
    <Empty title={own.none}>
      <p>{own.noneAbout}</p>
      <p>
        <a class="button" href={`${PATH}/new`}>
          {own.create}
        </a>
      </p>
    </Empty>
  );
}

interface TopicRowsProps {
  of: readonly ShownTitle[];
  /** They are neighbours in the order of all topics, so they can change places. */
  isOrdered: boolean;
  state: FormState;
  cursor: string | null;
}

function TopicRows({ of: items, isOrdered, state, cursor }: TopicRowsProps): VNode {
  const { topics: own } = words.library;
  return (
    <Form to={`${PATH}/order${cursor === null ? '' : `?${new URLSearchParams({ cursor })}`}`} state={state}>
      <ProblemSummary />
      <ol class="rows">
        {items.map((topic, at) => (
          <li key={topic.topicId} class="row">
            <div class="what">
              <h2>
                <a href={topicPath(topic)}>{topic.title}</a>
                {topic.isDefault && <Badge>{own.isDefault}</Badge>}
              </h2>
              <p class="meta">
                <span>{own.entries(topic.entriesCount)}</span>
                {topic.purpose !== null && <span>{topic.purpose}</span>}
              </p>
            </div>
            {isOrdered && (
              <MoveButtons id={topic.topicId} name={topic.title} at={at} isLast={at + 1 === items.length} />
            )}
          </li>
        ))}
      </ol>
    </Form>
  );
}

function move(visit: Visit): Promise<ScreenAnswer> {
  const { api, form, query } = visit;
  const cursor = query.get('cursor');
  return submit(visit, {
    act: async () => {
      const { items } = await pageOf(visit);
      const placed = items.map(({ topicId: id, sortOrder }) => ({ id, sortOrder }));
      for (const { id, sortOrder } of movesIn(form, placed)) await api.topics.update(id, { sortOrder });
    },
    done: () => ({ next: cursor === null ? PATH : `${PATH}?${new URLSearchParams({ cursor })}` }),
    refused: (state) => topics(visit, state),
  });
}

function newTopic(state: FormState): Shown {
  const { topics: own } = words.library;
  return formScreen({
    section: 'library',
    title: own.newTitle,
    about: own.newAbout,
    back: { href: PATH, label: own.back },
    to: `${PATH}/new`,
    state,
    button: own.create,
    content: (
      <>
        <TextField name="title" label={own.name} hint={own.nameHint} />
        <TextField name="purpose" label={own.purpose} hint={own.purposeHint} required={false} />
      </>
    ),
  });
}

function create(visit: Visit): Promise<ScreenAnswer> {
  const { api, form } = visit;
  const purpose = optionalIn(form, 'purpose');
  return submit(visit, {
    act: (options) =>
      api.topics.create({ title: textIn(form, 'title'), ...(purpose && { purpose }) }, options),
    done: (topic) => ({ next: `${topicPath(topic)}?done=topic_created` }),
    refused: (state) => newTopic(state),
  });
}
