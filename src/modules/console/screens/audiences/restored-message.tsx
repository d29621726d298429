import type { VNode } from 'preact';
import { SeenField } from '../../parts/fields.js';
import { FormState } from '../../parts/form-state.js';
import { words } from '../../words/english.js';
import { formScreen } from '../kit/form-screen.js';
import { asSeen, type ScreenAnswer, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { submit } from '../kit/submit-form.js';
import { linesOf } from './versions/content-differences.js';
import { BeforeAndAfter } from './versions/differences.js';
import { differing, type Overrides, type ShownMessage } from './changed-overrides.js';
import { audienceOf, audiencePath, idsIn, type ShownAudience } from '../kit/shown-audience.js';

/** The list that led here has fewer messages, so that one that came meanwhile does not hide the message. */
const MOST_MESSAGES = 50;

export const restoredMessageScreens: Screens = {
  'GET /pages/:id/audiences/:audience/messages/:message/restore': (visit) => restoring(visit, FormState.of()),
  'POST /pages/:id/audiences/:audience/messages/:message/restore': restore,
};

/** Undefined if the message is not on the page of the list that led here. */
async function messageOf({ api, params, query, form }: Visit): Promise<ShownMessage | undefined> {
  const cursor = query.get('cursor') ?? form.get('cursor') ?? undefined;
  const list = await api.pages.audiences.messages.list(params.id!, params.audience!, {
    limit: MOST_MESSAGES,
    cursor: cursor || undefined,
  });
  return list.items.find(({ messageId }) => messageId === params.message);
}

async function restoring(visit: Visit, state: FormState): Promise<Shown> {
  const { params, query, form } = visit;
  const [audience, message] = await Promise.all([audienceOf(visit), messageOf(visit)]);
  const { messages } = words;
  const path = `${audiencePath(audience)}/messages`;
  return formScreen({
    section: 'audiences',
    title: messages.restoreTitle,
    about: audience.effectiveName,
    back: { href: path, label: messages.back },
    to: `${path}/${params.message}/restore`,
    state,
    button: messages.restoreButton,
    isDestructive: true,
    content: (
      <>
        <SeenField of={audience} />
        <input type="hidden" name="cursor" value={query.get('cursor') ?? form.get('cursor') ?? ''} />
        <p>{messages.restoreAbout}</p>
        {message?.overrides && <Replaced now={audience} then={message.overrides} />}
      </>
    ),
  });
}

/** What the audience loses, and what it gets for it. */
function Replaced({ now, then }: { now: ShownAudience; then: Overrides }): VNode {
  const { messages } = words;
  return (
    <dl class="replaced">
      {differing(now, then).map((name) => (
        <div key={name}>
          <dt>{messages.fields[name]}</dt>
          <dd>
            <BeforeAndAfter
              before={shownLines(now[name])}
              after={shownLines(then[name])}
              names={{ before: messages.now, after: messages.then }}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function shownLines(value: Overrides[keyof Overrides] | undefined): string[] {
  const lines = linesOf(value);
  return lines.length > 0 ? lines : [words.overrides.asOnPage];
}

function restore(visit: Visit): Promise<ScreenAnswer> {
  const { api, form, params } = visit;
  const [pageId, audienceId] = idsIn(visit);
  return submit(visit, {
    act: (options) =>
      api.pages.audiences.messages.restore(pageId, audienceId, params.message!, {
        ...options,
        ...asSeen(form),
      }),
    done: () => ({ next: `${audiencePath({ pageId, audienceId })}/overrides?done=message_restored` }),
    refused: (state) => restoring(visit, state),
  });
}
