import type { Topic, WithDates } from '@foyer/client';
import { ProblemSummary, TextField } from '../../parts/fields.js';
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

function pageOf({ api, query }: Visit) {
  return api.topics.list(pageIn(query, PAGE_SIZE));
}

async function topics(visit: Visit, state = FormState.of()): Promise<Shown> {
  const { query } = visit;
  const { items, nextCursor } = await pageOf(visit);
  const { topics: own } = words.library;
  const cursor = query.get('cursor');
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
        {items.length === 0 ? (
          <Empty title={own.none}>
            <p>{own.noneAbout}</p>
            <p>
              <a class="button" href={`${PATH}/new`}>
                {own.create}
              </a>
            </p>
          </Empty>
        ) : (
          <Form
            to={`${PATH}/order${cursor === null ? '' : `?${new URLSearchParams({ cursor })}`}`}
            state={state}
          >
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
                      <span>{own.entries(topic.entries.length)}</span>
                      {topic.purpose !== null && <span>{topic.purpose}</span>}
                    </p>
                  </div>
                  <MoveButtons
                    id={topic.topicId}
                    name={topic.title}
                    at={at}
                    isLast={at + 1 === items.length}
                  />
                </li>
              ))}
            </ol>
          </Form>
        )}
        <ListPages path={PATH} query={query} nextCursor={nextCursor} />
      </>
    ),
  };
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
