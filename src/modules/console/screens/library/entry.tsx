import type { VNode } from 'preact';
import { ProblemSummary, SeenField, SelectField, TextArea } from '../../parts/fields.js';
import { Form } from '../../parts/form-context.js';
import { FormState } from '../../parts/form-state.js';
import { Heading } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { formScreen } from '../kit/form-screen.js';
import { asSeen, textIn, type ScreenAnswer, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { submit } from '../kit/submit-form.js';
import { entryPath, topicOf, type ShownEntry } from './topic.js';
import { topicPath, type ShownTopic } from './topics.js';

export const entryScreens: Screens = {
  'GET /library/topics/:id/entries/new': async (visit) =>
    newEntry(await topicOf(visit), FormState.of({ type: 'markdown' })),
  'POST /library/topics/:id/entries/new': create,
  'GET /library/topics/:id/entries/:entry': async (visit) => {
    const entry = await entryOf(visit);
    return editor(entry, FormState.of(entry.content));
  },
  'POST /library/topics/:id/entries/:entry': save,
  'GET /library/topics/:id/entries/:entry/delete': async (visit) =>
    deleting(await entryOf(visit), FormState.of()),
  'POST /library/topics/:id/entries/:entry/delete': deleteEntry,
};

function entryOf({ api, params }: Visit): Promise<ShownEntry> {
  return api.topics.entries.get(params.id!, params.entry!);
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

function editor(entry: ShownEntry, state: FormState): Shown {
  const { topics: own, save: button } = words.library;
  const path = topicPath(entry);
  return {
    title: own.entryTitle,
    section: 'library',
    content: (
      <>
        <Heading title={own.entryTitle} about={own.entryAbout} back={{ href: path, label: own.backToTopic }}>
          <a class="button quiet small danger" href={`${entryPath(entry)}/delete`}>
            {own.deleteEntry}
          </a>
        </Heading>
        <EntryForm to={entryPath(entry)} of={entry} state={state} button={button} cancel={path} />
      </>
    ),
  };
}

interface EntryFormProps {
  to: string;
  /** Undefined for a new one. */
  of?: ShownEntry;
  state: FormState;
  button: string;
  cancel: string;
}

function EntryForm({ to, of: entry, state, button, cancel }: EntryFormProps): VNode {
  const { topics: own } = words.library;
  return (
    <Form to={to} state={state} class="card">
      <ProblemSummary />
      {entry && <SeenField of={entry} />}
      <TextArea name="content" label={own.text} hint={own.textHint} rows={10} />
      {/* Programs can give an entry any type. */}
      <SelectField name="type" label={own.type} choices={Object.entries(own.types)} keepsUnknown />
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
  const { api, form, params } = visit;
  const change = { content: contentIn(form) };
  return submit(visit, {
    act: () => api.topics.entries.update(params.id!, params.entry!, change, asSeen(form)),
    done: (entry) => ({ next: `${topicPath(entry)}?done=entry_saved` }),
    refused: async (state) => editor(await entryOf(visit), state),
    fieldOf,
  });
}

function deleting(entry: ShownEntry, state: FormState): Shown {
  const { topics: own } = words.library;
  return formScreen({
    section: 'library',
    title: own.deleteEntryTitle,
    back: { href: topicPath(entry), label: own.backToTopic },
    to: `${entryPath(entry)}/delete`,
    state,
    button: own.deleteEntryButton,
    isDestructive: true,
    content: (
      <>
        <SeenField of={entry} />
        <pre dir="auto">{entry.content.content}</pre>
        <p>{own.deleteEntryWhat}</p>
      </>
    ),
  });
}

function deleteEntry(visit: Visit): Promise<ScreenAnswer> {
  const { api, form, params } = visit;
  return submit(visit, {
    act: () => api.topics.entries.delete(params.id!, params.entry!, asSeen(form)),
    done: (entry) => ({ next: `${topicPath(entry)}?done=entry_deleted` }),
    refused: async (state) => deleting(await entryOf(visit), state),
  });
}
