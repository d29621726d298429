import type { VNode } from 'preact';
import { ProblemSummary, SeenField, TextField } from '../../parts/fields.js';
import { Form } from '../../parts/form-context.js';
import { FormState } from '../../parts/form-state.js';
import { Badge, Done, Empty, Heading } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { formScreen } from '../kit/form-screen.js';
import { asSeen, textIn, type ScreenAnswer, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { submit } from '../kit/submit-form.js';
import { LIBRARY_PATHS } from './library-tabs.js';
import { MoveButtons, movesIn } from './move-buttons.js';
import { topicPath, type ShownTopic } from './topics.js';

export type ShownEntry = ShownTopic['entries'][number];

/** Entries on one screen: a topic can have 1,000, and a megabyte of text. */
const PAGE_SIZE = 25;
const EXCERPT_LENGTH = 240;

export const topicScreens: Screens = {
  'GET /library/topics/:id': (visit) => showTopic(visit),
  'POST /library/topics/:id': rename,
  'POST /library/topics/:id/order': move,
  'GET /library/topics/:id/delete': async (visit) => deleting(await topicOf(visit), FormState.of()),
  'POST /library/topics/:id/delete': deleteTopic,
};

export function topicOf({ api, params }: Visit): Promise<ShownTopic> {
  return api.topics.get(params.id!);
}

export function entryPath({ topicId, topicEntryId }: ShownEntry): string {
  return `${topicPath({ topicId })}/entries/${topicEntryId}`;
}

async function showTopic(
  visit: Visit,
  states: { title?: FormState; order?: FormState } = {},
): Promise<Shown> {
  const { query } = visit;
  const topic = await topicOf(visit);
  const { topics: own } = words.library;
  return {
    title: topic.title,
    section: 'library',
    content: (
      <>
        <Heading
          title={topic.title}
          about={topic.purpose}
          back={{ href: LIBRARY_PATHS.topics, label: own.back }}
        >
          {topic.isDefault && <Badge>{own.isDefault}</Badge>}
          <a class="button" href={`${topicPath(topic)}/entries/new`}>
            {own.addEntry}
          </a>
          <a class="button quiet danger" href={`${topicPath(topic)}/delete`}>
            {own.delete}
          </a>
        </Heading>
        <Done name={query.get('done')} />
        <Entries of={topic} from={startOf(query)} state={states.order ?? FormState.of()} />
        <section aria-labelledby="rename">
          <h2 id="rename">{own.renameTitle}</h2>
          <Form
            to={topicPath(topic)}
            state={states.title ?? FormState.of({ title: topic.title })}
            class="card"
          >
            <ProblemSummary />
            <SeenField of={topic} />
            <TextField name="title" label={own.name} hint={own.nameHint} />
            <div class="actions">
              <button>{words.library.save}</button>
            </div>
          </Form>
        </section>
      </>
    ),
  };
}

function startOf(query: URLSearchParams): number {
  const from = Number(query.get('from') ?? 0);
  return Number.isSafeInteger(from) && from > 0 ? from : 0;
}

function Entries({ of: topic, from, state }: { of: ShownTopic; from: number; state: FormState }): VNode {
  const { topics: own } = words.library;
  const { entries } = topic;
  const path = topicPath(topic);
  if (entries.length === 0)
    return (
      <Empty title={own.noEntries}>
        <p>{own.noEntriesAbout}</p>
        <p>
          <a class="button" href={`${path}/entries/new`}>
            {own.addEntry}
          </a>
        </p>
      </Empty>
    );
  return (
    <>
      <Form to={`${path}/order?from=${from}`} state={state}>
        <ProblemSummary />
        <ol class="rows">
          {entries.slice(from, from + PAGE_SIZE).map((entry, index) => (
            <EntryRow key={entry.topicEntryId} of={entry} at={from + index} count={entries.length} />
          ))}
        </ol>
      </Form>
      {entries.length > PAGE_SIZE && (
        <nav class="pages" aria-label={words.lists.pages}>
          {from > 0 && <a href={path}>{words.lists.first}</a>}
          {from + PAGE_SIZE < entries.length && (
            <a href={`${path}?from=${from + PAGE_SIZE}`}>{words.lists.next}</a>
          )}
        </nav>
      )}
    </>
  );
}

function EntryRow({ of: entry, at, count }: { of: ShownEntry; at: number; count: number }): VNode {
  const { topics: own } = words.library;
  const { content } = entry.content;
  const [title = '', ...rest] = content.trim().split('\n');
  const name = title.slice(0, EXCERPT_LENGTH) || own.untitled;
  return (
    <li class="row">
      <div class="what">
        <h2>
          <a href={entryPath(entry)} dir="auto">
            {name}
          </a>
        </h2>
        <p class="meta excerpt" dir="auto">
          {excerptOf(rest.join('\n').trim())}
        </p>
      </div>
      <MoveButtons id={entry.topicEntryId} name={name} at={at} isLast={at + 1 === count} />
    </li>
  );
}

function excerptOf(text: string): string {
  return text.length > EXCERPT_LENGTH ? `${text.slice(0, EXCERPT_LENGTH).trimEnd()}…` : text;
}

function rename(visit: Visit): Promise<ScreenAnswer> {
  const { api, form, params } = visit;
  return submit(visit, {
    act: () => api.topics.update(params.id!, { title: textIn(form, 'title') }, asSeen(form)),
    done: (topic) => ({ next: `${topicPath(topic)}?done=saved` }),
    refused: (title) => showTopic(visit, { title }),
  });
}

function move(visit: Visit): Promise<ScreenAnswer> {
  const { api, form, params, query } = visit;
  const topicId = params.id!;
  return submit(visit, {
    act: async () => {
      const { entries } = await topicOf(visit);
      const placed = entries.map(({ topicEntryId: id, sortOrder }) => ({ id, sortOrder }));
      for (const { id, sortOrder } of movesIn(form, placed))
        await api.topics.entries.update(topicId, id, { sortOrder });
    },
    done: () => ({ next: `${topicPath({ topicId })}?from=${startOf(query)}` }),
    refused: (order) => showTopic(visit, { order }),
  });
}

function deleting(topic: ShownTopic, state: FormState): Shown {
  const { topics: own } = words.library;
  return formScreen({
    section: 'library',
    title: own.deleteTitle(topic.title),
    back: { href: topicPath(topic), label: topic.title },
    to: `${topicPath(topic)}/delete`,
    state,
    button: own.deleteButton,
    isDestructive: true,
    content: (
      <>
        <SeenField of={topic} />
        <p>{own.deleteWhat(topic.entries.length)}</p>
        {topic.isDefault && <p>{own.deleteDefault}</p>}
      </>
    ),
  });
}

function deleteTopic(visit: Visit): Promise<ScreenAnswer> {
  const { api, form, params } = visit;
  return submit(visit, {
    act: () => api.topics.delete(params.id!, asSeen(form)),
    done: () => ({ next: `${LIBRARY_PATHS.topics}?done=topic_deleted` }),
    refused: async (state) => deleting(await topicOf(visit), state),
  });
}
