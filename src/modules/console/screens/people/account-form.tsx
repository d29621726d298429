import { etagOf } from '@foyer/client';
import { ProblemSummary, TextField } from '../../parts/fields.js';
import { Form } from '../../parts/form-context.js';
import { FormState } from '../../parts/form-state.js';
import { Heading } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import {
  optionalIn,
  submit,
  textIn,
  type ScreenAnswer,
  type Screens,
  type Shown,
  type Visit,
} from '../kit/screen.js';
import { accountPath, accountTitle, type ShownAccount } from './accounts.js';
import { ACCOUNTS_PATH } from './tabs.js';

const NEW_PATH = `${ACCOUNTS_PATH}/new`;

export const accountFormScreens: Screens = {
  'GET /people/accounts/new': async () => creation(FormState.of()),
  'POST /people/accounts/new': createAccount,
  'GET /people/accounts/:id/edit': async ({ api, params }) => {
    const account = await api.accounts.get(params.id!);
    return renaming(account, FormState.of({ name: account.name ?? '', seen: etagOf(account) ?? '' }));
  },
  'POST /people/accounts/:id/edit': renameAccount,
};

function creation(state: FormState): Shown {
  const { accounts, forms } = words;
  return {
    title: accounts.newTitle,
    section: 'people',
    content: (
      <>
        <Heading
          title={accounts.newTitle}
          about={accounts.newAbout}
          back={{ href: ACCOUNTS_PATH, label: accounts.back }}
        />
        <Form to={NEW_PATH} state={state} class="card">
          <ProblemSummary />
          <TextField name="domain" label={accounts.domain} hint={accounts.domainHint} />
          <TextField name="name" label={accounts.name} required={false} />
          <div class="actions">
            <button>{accounts.create}</button>
            <a class="button quiet" href={ACCOUNTS_PATH}>
              {forms.cancel}
            </a>
          </div>
        </Form>
      </>
    ),
  };
}

function renaming(account: ShownAccount, state: FormState): Shown {
  const { accounts, forms } = words;
  const title = accounts.renameTitle(accountTitle(account));
  const path = accountPath(account);
  return {
    title,
    section: 'people',
    content: (
      <>
        <Heading title={title} back={{ href: path, label: accountTitle(account) }} />
        <Form to={`${path}/edit`} state={state} class="card">
          <ProblemSummary />
          <input type="hidden" name="seen" value={state.value('seen')} />
          <TextField name="name" label={accounts.name} />
          <div class="actions">
            <button>{accounts.save}</button>
            <a class="button quiet" href={path}>
              {forms.cancel}
            </a>
          </div>
        </Form>
      </>
    ),
  };
}

function createAccount(visit: Visit): Promise<ScreenAnswer> {
  const { api, form } = visit;
  const account = { domain: textIn(form, 'domain'), name: optionalIn(form, 'name') };
  return submit(visit, {
    act: (options) => api.accounts.create(account, options),
    done: (created) => ({ next: `${accountPath(created)}?done=account_created` }),
    refused: creation,
  });
}

function renameAccount(visit: Visit): Promise<ScreenAnswer> {
  const { api, form, params } = visit;
  return submit(visit, {
    act: () =>
      api.accounts.update(params.id!, { name: textIn(form, 'name') }, { ifMatch: textIn(form, 'seen') }),
    done: (saved) => ({ next: `${accountPath(saved)}?done=account_saved` }),
    refused: async (state) => renaming(await api.accounts.get(params.id!), state),
  });
}
