import { SeenField, SelectField, TextField } from '../../parts/fields.js';
import { FormState } from '../../parts/form-state.js';
import { words } from '../../words/english.js';
import { formScreen } from '../kit/form-screen.js';
import { asSeen, type ScreenAnswer, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { submit } from '../kit/submit-form.js';
import { linksOf } from './links/links.js';
import { audienceOf, audiencePath, idsIn, type ShownAudience } from '../kit/shown-audience.js';
import { fieldValueOf, momentIn } from '../kit/times.js';

/** When the audience is archived. A plan can also be dropped. */
const WHEN = 'when';
type When = keyof typeof words.audiences.archiveWhen;

export const archivedAudienceScreens: Screens = {
  'GET /pages/:id/audiences/:audience/archive': async (visit) => {
    const audience = await audienceOf(visit);
    const when: When = audience.archiveAt === null ? 'now' : 'later';
    const state = FormState.of({ [WHEN]: when, archiveAt: fieldValueOf(audience.archiveAt) });
    return archiving(visit, audience, state);
  },
  'POST /pages/:id/audiences/:audience/archive': archive,
  'POST /pages/:id/audiences/:audience/restore': restore,
};

async function archiving({ api }: Visit, audience: ShownAudience, state: FormState): Promise<Shown> {
  const { pageId, audienceId } = audience;
  const [links, waiting] = await Promise.all([
    linksOf(api, audience),
    api.pages.audiences.versions.list(pageId, audienceId, { status: 'pending', limit: 1 }),
  ]);
  const { audiences } = words;
  const path = audiencePath(audience);
  const choices = Object.entries(audiences.archiveWhen);
  return formScreen({
    section: 'audiences',
    title: audiences.archiveTitle(audience.effectiveName),
    back: { href: path, label: audience.effectiveName },
    to: `${path}/archive`,
    state,
    button: audiences.archiveButton,
    isDestructive: true,
    content: (
      <>
        <SeenField of={audience} />
        <p>{audiences.archiveAbout}</p>
        {links !== undefined && links.length > 0 && <p>{audiences.archiveLinks(links.length)}</p>}
        {waiting.totalCount > 0 && <p>{audiences.archiveWaiting(waiting.totalCount)}</p>}
        <div class="pair">
          <SelectField
            name={WHEN}
            label={audiences.when}
            choices={audience.archiveAt === null ? choices.filter(([when]) => when !== 'never') : choices}
          />
          <TextField name="archiveAt" label={audiences.archiveAt} type="datetime-local" />
        </div>
      </>
    ),
  });
}

async function archive(visit: Visit): Promise<ScreenAnswer> {
  const { api, form } = visit;
  const audience = await audienceOf(visit);
  const when = form.get(WHEN) as When | null;
  const archiveAt = momentIn(form, 'archiveAt');
  if (when === 'later' && archiveAt === undefined) {
    const problem = { field: 'archiveAt', message: words.audiences.noTime };
    return { ...(await archiving(visit, audience, FormState.sent(form, [problem]))), status: 400 };
  }
  const change = { archiveAt: when === 'later' ? archiveAt! : null };
  const ids = idsIn(visit);
  const options = asSeen(form);
  return submit(visit, {
    act: () =>
      when === 'now'
        ? api.pages.audiences.delete(...ids, options)
        : api.pages.audiences.update(...ids, change, options),
    done: (archived) => ({
      next: `${audiencePath(archived)}?done=${when === 'now' ? 'audience_archived' : 'audience_planned'}`,
    }),
    refused: async (state) => archiving(visit, await audienceOf(visit), state),
  });
}

async function restore(visit: Visit): Promise<ScreenAnswer> {
  const { api } = visit;
  return submit(visit, {
    act: (options) => api.pages.audiences.restore(...idsIn(visit), options),
    done: (audience) => ({ next: `${audiencePath(audience)}?done=audience_restored` }),
  });
}
