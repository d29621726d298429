import type { VNode } from 'preact';
import { ProblemSummary, SelectField, TextArea, type Choice } from '../../parts/fields.js';
import { Form } from '../../parts/form-context.js';
import { FormState } from '../../parts/form-state.js';
import { Heading } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { formScreen } from '../kit/form-screen.js';
import { submit, textIn, type ScreenAnswer, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { entryPath, topicOf, type ShownEntry } from './topic.js';
import { topicPath, type ShownTopic } from './topics.js';

export const entryScreens: Screens = {
  'GET /library/topics/:id/entries/new': async (visit) =>
    newEntry(await topicOf(visit), FormState.of({ type: 'markdown' })),
  'POST /library/topics/:id/entries/new': create,
  'GET /library/topics/:id/entries/:entry': (visit) =>
    withEntry(visit, (topic, entry) => editor(topic, entry, FormState.of(entry.content))),
  'POST /library/topics/:id/entries/:entry': save,
  'GET /library/topics/:id/entries/:entry/delete': (visit) =>
    withEntry(visit, (topic, entry) => deleting(topic, entry, FormState.of())),
  'POST /library/topics/:id/entries/:entry/delete': deleteEntry,
};

/** The API returns entries with their topic only. Without the entry, the topic is shown. */
async function withEntry(
  visit: Visit,
  goOn: (topic: ShownTopic, entry: ShownEntry) => ScreenAnswer | Promise<ScreenAnswer>,
): Promise<ScreenAnswer> {
  const topic = await topicOf(visit);
  const entry = topic.entries.find(({ topicEntryId }) => topicEntryId === visit.params.entry);
  return entry ? goOn(topic, entry) : { next: topicPath(topic) };
}

function newEntry(topic: ShownTopic, state: FormState): Shown {
  const { topics: own } = words.library;
  const path = topicPath(topic);
  return {
    title: own.addEntry,
    section: 'library',
    content: (
      <>
        <Heading title={own.addEntry} about={own.entryAbout} back={{ href: path, label: topic.title }} />
        <EntryForm to={`${path}/entries/new`} state={state} button={own.addEntry} cancel={path} />
      </>
    ),
  };
}

function editor(topic: ShownTopic, entry: ShownEntry, state: FormState): Shown {
  const { topics: own, save: button } = words.library;
  const path = topicPath(topic);
  return {
    title: own.entryTitle,
    section: 'library',
    content: (
      <>
        <Heading title={own.entryTitle} about={own.entryAbout} back={{ href: path, label: topic.title }}>
          <a class="button quiet small danger" href={`${entryPath(entry)}/delete`}>
            {own.deleteEntry}
          </a>
        </Heading>
        <EntryForm to={entryPath(entry)} state={state} button={button} cancel={path} />
      </>
    ),
  };
}

interface EntryFormProps {
  to: string;
  state: FormState;
  button: string;
  cancel: string;
}

function EntryForm({ to, state, button, cancel }: EntryFormProps): VNode {
  const { topics: own } = words.library;
  const known: Choice[] = [
    ['markdown', own.types.markdown],
    ['text', own.types.text],
  ];
  const type = state.value('type');
  // Programs can give an entry any type.
  const types = known.some(([name]) => name === type) ? known : [[type, type] as const, ...known];
  return (
    <Form to={to} state={state} class="card">
      <ProblemSummary />
      <TextArea name="content" label={own.text} hint={own.textHint} rows={10} />
      <SelectField name="type" label={own.type} choices={types} />
      <div class="actions">
        <button>{button}</button>
        <a class="button quiet" href={cancel}>
          {words.forms.cancel}
        </a>
      </div>
    </Form>
  );
}

function contentIn(form: URLSearchParams): { type: string; content: string } {
  return { type: textIn(form, 'type'), content: textIn(form, 'content') };
}

/** An entry has its fields one level deeper than the form, and a limit of its topic is about the text. */
function fieldOf(place: string): string | undefined {
  const fields: Record<string, string> = {
    '/content/content': 'content',
    '/content/type': 'type',
    topic_full: 'content',
  };
  return fields[place];
}

function create(visit: Visit): Promise<ScreenAnswer> {
  const { api, form, params } = visit;
  return submit(visit, {
    act: (options) => api.topics.entries.create(params.id!, { content: contentIn(form) }, options),
    done: ({ topicId }) => ({ next: `${topicPath({ topicId })}?done=entry_saved` }),
    refused: async (state) => newEntry(await topicOf(visit), state),
    fieldOf,
  });
}

function save(visit: Visit): Promise<ScreenAnswer> {
  const { api, form } = visit;
  return withEntry(visit, (topic, entry) =>
    submit(visit, {
      act: () => api.topics.entries.update(topic.topicId, entry.topicEntryId, { content: contentIn(form) }),
      done: () => ({ next: `${topicPath(topic)}?done=entry_saved` }),
      refused: (state) => editor(topic, entry, state),
      fieldOf,
    }),
  );
}

function deleting(topic: ShownTopic, entry: ShownEntry, state: FormState): Shown {
  const { topics: own } = words.library;
  return formScreen({
    section: 'library',
    title: own.deleteEntryTitle,
    back: { href: topicPath(topic), label: topic.title },
    to: `${entryPath(entry)}/delete`,
    state,
    button: own.deleteEntryButton,
    isDestructive: true,
    content: (
      <>
        <pre dir="auto">{entry.content.content}</pre>
        <p>{own.deleteEntryWhat}</p>
      </>
    ),
  });
}

function deleteEntry(visit: Visit): Promise<ScreenAnswer> {
  return withEntry(visit, (topic, entry) =>
    submit(visit, {
      act: () => visit.api.topics.entries.delete(topic.topicId, entry.topicEntryId),
      done: () => ({ next: `${topicPath(topic)}?done=entry_deleted` }),
      refused: (state) => deleting(topic, entry, state),
    }),
  );
}
