import { ProblemSummary, SeenField } from '../../parts/fields.js';
import { Form } from '../../parts/form-context.js';
import { FormState } from '../../parts/form-state.js';
import { Done, Heading } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { formScreen } from '../kit/form-screen.js';
import { asSeen, type ScreenAnswer, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { submit } from '../kit/submit-form.js';
import { fieldOfFormIn, FormFields, formRecordIn, valuesOf } from './form-fields.js';
import { previewOfForm } from './form-preview.js';
import { formPath, type ShownForm } from './forms.js';
import { LIBRARY_PATHS } from './library-tabs.js';
import { SitePreviewFrame } from './site-preview.js';

const PATH = LIBRARY_PATHS.forms;

/** What nearly every form asks for. */
const FIRST_FIELD = {
  'fields.0.name': 'email',
  'fields.0.type': 'email',
  'fields.0.label': words.library.forms.firstLabel,
  'fields.0.required': 'yes',
};

export const formEditorScreens: Screens = {
  'GET /library/forms/new': () => Promise.resolve(newForm(FormState.of(FIRST_FIELD))),
  'POST /library/forms/new': create,
  'GET /library/forms/:id': async (visit) => {
    const form = await formOf(visit);
    return editor(visit, form, FormState.of(valuesOf(form)));
  },
  'POST /library/forms/:id': save,
  'GET /library/forms/:id/delete': async (visit) => deleting(await formOf(visit), FormState.of()),
  'POST /library/forms/:id/delete': deleteForm,
  'POST /library/forms/:id/restore': restore,
};

function formOf({ api, params }: Visit): Promise<ShownForm> {
  return api.forms.get(params.id!);
}

function newForm(state: FormState): Shown {
  const { forms: own } = words.library;
  return formScreen({
    section: 'library',
    title: own.newTitle,
    about: own.newAbout,
    back: { href: PATH, label: own.back },
    to: `${PATH}/new`,
    state,
    button: own.create,
    content: <FormFields state={state} />,
  });
}

async function editor({ api, query }: Visit, form: ShownForm, state: FormState): Promise<Shown> {
  const { forms: own } = words.library;
  const isDeleted = form.deletedAt !== null;
  const preview = isDeleted ? undefined : await previewOfForm(api, form);
  return {
    title: form.name,
    section: 'library',
    content: (
      <>
        <Heading title={form.name} back={{ href: PATH, label: own.back }}>
          {isDeleted ? (
            <Form to={`${formPath(form)}/restore`} state={FormState.of()}>
              <button class="small">{own.restore}</button>
            </Form>
          ) : (
            <a class="button quiet small danger" href={`${formPath(form)}/delete`}>
              {own.delete}
            </a>
          )}
        </Heading>
        <Done name={query.get('done')} />
        {isDeleted ? (
          <p class="notice">{own.deleted}</p>
        ) : (
          <div class="editor">
            <Form to={formPath(form)} state={state} class="card">
              <ProblemSummary />
              <SeenField of={form} />
              <FormFields state={state} />
              <div class="actions">
                <button>{words.library.save}</button>
              </div>
            </Form>
            <div class="beside">
              <SitePreviewFrame of={preview} />
            </div>
          </div>
        )}
      </>
    ),
  };
}

function create(visit: Visit): Promise<ScreenAnswer> {
  const { api, form } = visit;
  return submit(visit, {
    act: (options) => api.forms.create(formRecordIn(form), options),
    done: (made) => ({ next: `${formPath(made)}?done=form_created` }),
    refused: (state) => newForm(state),
    fieldOf: fieldOfFormIn(form),
  });
}

function save(visit: Visit): Promise<ScreenAnswer> {
  const { api, form, params } = visit;
  return submit(visit, {
    act: () => api.forms.update(params.id!, formRecordIn(form), asSeen(form)),
    done: (saved) => ({ next: `${formPath(saved)}?done=form_saved` }),
    refused: async (state) => editor(visit, await formOf(visit), state),
    fieldOf: fieldOfFormIn(form),
  });
}

function deleting(form: ShownForm, state: FormState): Shown {
  const { forms: own } = words.library;
  return formScreen({
    section: 'library',
    title: own.deleteTitle(form.name),
    back: { href: formPath(form), label: form.name },
    to: `${formPath(form)}/delete`,
    state,
    button: own.deleteButton,
    isDestructive: true,
    content: (
      <>
        <SeenField of={form} />
        <p>{own.deleteWhat}</p>
      </>
    ),
  });
}

function deleteForm(visit: Visit): Promise<ScreenAnswer> {
  const { api, form, params } = visit;
  return submit(visit, {
    act: () => api.forms.delete(params.id!, asSeen(form)),
    done: (form) => ({ next: `${formPath(form)}?done=form_deleted` }),
    refused: async (state) => deleting(await formOf(visit), state),
  });
}

function restore(visit: Visit): Promise<ScreenAnswer> {
  const { api, params } = visit;
  return submit(visit, {
    act: (options) => api.forms.restore(params.id!, options),
    done: (form) => ({ next: `${formPath(form)}?done=form_restored` }),
  });
}
