import type { VNode } from 'preact';
import { ProblemSummary, TextArea } from '../../parts/fields.js';
import { Form } from '../../parts/form-context.js';
import { FormState } from '../../parts/form-state.js';
import { Badge, Empty, ListPages, Moment } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { pageIn, textIn, type ScreenAnswer, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { submit } from '../kit/submit-form.js';
import { audienceScreen, subjectOf } from './audience-screen.js';
import { changedBy, differing, type OverrideName, type ShownMessage } from './changed-overrides.js';
import { audiencePath, idsIn, type ShownAudience } from '../kit/shown-audience.js';

const PAGE_SIZE = 20;

export const messageScreens: Screens = {
  'GET /pages/:id/audiences/:audience/messages': (visit) => history(visit, FormState.of()),
  'POST /pages/:id/audiences/:audience/messages': postNote,
};

async function history(visit: Visit, state: FormState): Promise<Shown> {
  const { api, query } = visit;
  const page = pageIn(query, PAGE_SIZE);
  const [subject, list] = await Promise.all([
    subjectOf(visit),
    api.pages.audiences.messages.list(...idsIn(visit), page),
  ]);
  const { audience } = subject;
  const path = `${audiencePath(audience)}/messages`;
  const { messages } = words;
  return audienceScreen(
    visit,
    subject,
    'messages',
    <>
      <p class="about">{messages.about}</p>
      {audience.status !== 'archived' && (
        <Form to={path} state={state} class="card note">
          <ProblemSummary />
          <TextArea name="text" label={messages.note} rows={2} />
          <div class="actions">
            <button class="quiet">{messages.post}</button>
          </div>
        </Form>
      )}
      {list.items.length === 0 ? (
        <Empty title={messages.none}>
          <p>{messages.noneAbout}</p>
        </Empty>
      ) : (
        <ol class="rows">
          {list.items.map((message, at) => (
            <MessageRow
              key={message.messageId}
              of={message}
              audience={audience}
              changed={changedBy(message, list.items.slice(at + 1), list.hasMore)}
              cursor={page.cursor}
            />
          ))}
        </ol>
      )}
      <ListPages path={path} query={query} nextCursor={list.nextCursor} />
    </>,
  );
}

interface MessageRowProps {
  of: ShownMessage;
  audience: ShownAudience;
  changed: readonly OverrideName[];
  cursor: string | undefined;
}

function MessageRow({ of: message, audience, changed, cursor }: MessageRowProps): VNode {
  const { messages } = words;
  const { messageId, kind, text, overrides, createdAt } = message;
  const path = `${audiencePath(audience)}/messages/${messageId}/restore`;
  const canRestore =
    overrides !== null && audience.status !== 'archived' && differing(audience, overrides).length > 0;
  return (
    <li class="row">
      <div class="what">
        <p class="meta">
          <Badge>{messages.kinds[kind]}</Badge>
          <Moment at={createdAt} />
        </p>
        {text !== null && (
          <p class="said" dir="auto">
            {text}
          </p>
        )}
        {changed.length > 0 && <p>{messages.changed(changed.map((name) => messages.fields[name]))}</p>}
      </div>
      {canRestore && (
        <a class="button quiet small" href={cursor ? `${path}?${new URLSearchParams({ cursor })}` : path}>
          {messages.restore}
        </a>
      )}
    </li>
  );
}

function postNote(visit: Visit): Promise<ScreenAnswer> {
  const { api, form } = visit;
  const [pageId, audienceId] = idsIn(visit);
  return submit(visit, {
    act: (options) =>
      api.pages.audiences.messages.create(pageId, audienceId, { text: textIn(form, 'text') }, options),
    done: () => ({ next: `${audiencePath({ pageId, audienceId })}/messages?done=note_posted` }),
    refused: (state) => history(visit, state),
  });
}
