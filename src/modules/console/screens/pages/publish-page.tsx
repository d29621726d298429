import type { Api } from '../../calling/api-caller.js';
import { TextField } from '../../parts/fields.js';
import { FormState } from '../../parts/form-state.js';
import { words } from '../../words/english.js';
import { linkTo, pathField } from '../kit/audience-link.js';
import { formScreen } from '../kit/form-screen.js';
import { optionalIn, type ScreenAnswer, type Screens, type Shown, type Visit } from '../kit/screen.js';
import type { ShownAudience } from '../kit/shown-audience.js';
import { submit } from '../kit/submit-form.js';
import { pathOf } from './shown-page.js';

/** In the form of a page without audiences: sent twice, it finds the audience that it has made itself. */
const FIRST = 'first';

/** As many audiences as one button publishes for. Programs do the rest, as they have made so many. */
const MOST_AUDIENCES = 100;

export const publishPageScreens: Screens = {
  'GET /pages/:id/publish': (visit) => publishing(visit, FormState.of()),
  'POST /pages/:id/publish': publish,
};

async function audiencesOf(api: Api, pageId: string): Promise<ShownAudience[]> {
  return [...(await api.pages.audiences.list(pageId, { limit: MOST_AUDIENCES })).items];
}

async function publishing({ api, params }: Visit, state: FormState): Promise<Shown> {
  const page = await api.pages.get(params.id!);
  const count = Math.min(page.audiencesCount, MOST_AUDIENCES);
  const { pages } = words;
  return formScreen({
    section: 'pages',
    title: pages.publishTitle(page.name),
    back: { href: pathOf(page), label: page.name },
    to: `${pathOf(page)}/publish`,
    state,
    button: pages.publish,
    content: (
      <>
        {count === 0 && <input type="hidden" name={FIRST} value="1" />}
        <p>{count === 0 ? pages.publishFirst : pages.publishAgain(count)}</p>
        {page.audiencesCount > MOST_AUDIENCES && <p>{pages.publishMost(MOST_AUDIENCES)}</p>}
        <TextField
          name="path"
          label={count === 0 ? pages.path : pages.furtherPath}
          hint={pages.pathHint}
          required={count === 0 ? undefined : false}
        />
      </>
    ),
  });
}

/** The first audience is for everybody with its link. If its link is refused, the next try finds the audience. */
function publish(visit: Visit): Promise<ScreenAnswer> {
  const { api, params, form } = visit;
  const pageId = params.id!;
  return submit(visit, {
    act: async ({ idempotencyKey }) => {
      const audiences = form.has(FIRST) ? [] : await audiencesOf(api, pageId);
      for (const { audienceId } of audiences) {
        const options = { idempotencyKey: `${idempotencyKey}-${audienceId}` };
        await api.pages.audiences.versions.create(
          pageId,
          audienceId,
          { operationKey: idempotencyKey },
          options,
        );
      }
      const first = audiences[0] ?? (await api.pages.audiences.create(pageId, {}, { idempotencyKey }));
      const isWanted = audiences.length === 0 || optionalIn(form, 'path') !== undefined;
      if (isWanted) await linkTo(api, first, form, `${idempotencyKey}-link`);
    },
    done: () => ({ next: `${pathOf({ pageId })}?done=page_published` }),
    refused: (state) => publishing(visit, state),
    fieldOf: pathField,
  });
}
