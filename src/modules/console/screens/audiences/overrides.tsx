import { searchIn } from '../../parts/choice-search.js';
import { ProblemSummary, SeenField } from '../../parts/fields.js';
import { FieldNotes, Form } from '../../parts/form-context.js';
import { FormState } from '../../parts/form-state.js';
import { DefaultButton } from '../../parts/rows.js';
import { words } from '../../words/english.js';
import { asSeen, type ScreenAnswer, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { submit } from '../kit/submit-form.js';
import { previewUrlOf } from '../kit/preview-url.js';
import { noteOf } from '../pages/page-findings.js';
import { audienceScreen, lastChangeOf } from './audience-screen.js';
import { AudiencePicture } from './link-picture.js';
import { OverrideChoices } from './override-choices.js';
import { OverrideFields, overridesIn, overrideValues } from './override-fields.js';
import { Previews } from '../kit/previews.js';
import { audienceOf, audiencePath, idsIn, type ShownAudience } from '../kit/shown-audience.js';

export const overrideScreens: Screens = {
  'GET /pages/:id/audiences/:audience/overrides': async (visit) => {
    const audience = await audienceOf(visit);
    return editor(visit, audience, FormState.of(overrideValues(audience)));
  },
  'POST /pages/:id/audiences/:audience/overrides': save,
  'POST /pages/:id/audiences/:audience/overrides/preview': previewUnsaved,
};

async function editor(
  visit: Visit,
  audience: ShownAudience,
  state: FormState,
  unsaved?: string,
): Promise<Shown> {
  const { api, isUnasked } = visit;
  const { pageId, audienceId } = audience;
  const isArchived = audience.status === 'archived';
  const showsSaved = unsaved === undefined && !isArchived && !isUnasked;
  const [page, check, changedAt, saved] = await Promise.all([
    api.pages.get(pageId),
    api.pages.audiences.check(pageId, audienceId),
    lastChangeOf(visit),
    showsSaved ? previewUrlOf(api.pages.preview(pageId, { audienceId })) : undefined,
  ]);
  const choices = await OverrideChoices.for(api, { state, page, audience });
  const path = `${audiencePath(audience)}/overrides`;
  const { overrides, pages } = words;
  const content = isArchived ? null : (
    <>
      <p class="about">{overrides.about}</p>
      <div class="editor of-overrides">
        <FieldNotes.Provider value={check.findings.map(noteOf)}>
          <Form to={path} state={state} class="card" previewTo={`${path}/preview`}>
            <DefaultButton />
            <ProblemSummary />
            <SeenField of={audience} />
            <OverrideFields audience={audience} page={page} choices={choices} to={path} />
            <div class="actions">
              <button>{pages.save}</button>
              <button class="quiet" formaction={`${path}/preview`}>
                {pages.preview}
              </button>
            </div>
          </Form>
        </FieldNotes.Provider>
        <div class="beside">
          <Previews
            url={unsaved ?? saved}
            title={pages.previewTitle}
            about={unsaved === undefined ? overrides.previewSaved : pages.previewUnsaved}
            widths={['phone']}
          />
          <AudiencePicture of={audience} />
        </div>
      </div>
    </>
  );
  return audienceScreen(visit, { audience, page, changedAt }, 'overrides', content);
}

async function save(visit: Visit): Promise<ScreenAnswer> {
  const { api, form } = visit;
  const audience = await audienceOf(visit);
  if (searchIn(form) !== undefined) return editor(visit, audience, FormState.sent(form));
  return submit(visit, {
    act: () => api.pages.audiences.update(...idsIn(visit), overridesIn(form, audience), asSeen(form)),
    done: (saved) => ({ next: `${audiencePath(saved)}/overrides?done=overrides_saved` }),
    refused: async (state) => editor(visit, await audienceOf(visit), state),
  });
}

async function previewUnsaved(visit: Visit): Promise<ScreenAnswer> {
  const { api, form } = visit;
  const audience = await audienceOf(visit);
  const { pageId, audienceId } = audience;
  return submit(visit, {
    act: () => api.pages.preview(pageId, { audienceId, audience: overridesIn(form, audience) }),
    done: ({ url }) => editor(visit, audience, FormState.sent(form), url),
    refused: (state) => editor(visit, audience, state),
    // The API knows the overrides of a preview below `audience`.
    fieldOf: (place) => /^\/audience\/(\D+)/.exec(place)?.[1]?.replace(/\/$/, '').replaceAll('/', '.'),
  });
}
