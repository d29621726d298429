import { SeenField, TextField } from '../../parts/fields.js';
import { FormState } from '../../parts/form-state.js';
import { words } from '../../words/english.js';
import { formScreen } from '../kit/form-screen.js';
import {
  asSeen,
  optionalIn,
  textIn,
  type ScreenAnswer,
  type Screens,
  type Shown,
  type Visit,
} from '../kit/screen.js';
import { submit } from '../kit/submit-form.js';
import { accountPath, accountTitle, type ShownAccount } from './accounts.js';
import { ACCOUNTS_PATH } from './tabs.js';

const NEW_PATH = `${ACCOUNTS_PATH}/new`;

export const accountFormScreens: Screens = {
  'GET /people/accounts/new': async () => creation(FormState.of()),
  'POST /people/accounts/new': createAccount,
  'GET /people/accounts/:id/edit': async ({ api, params }) => {
    const account = await api.accounts.get(params.id!);
    return renaming(account, FormState.of({ name: account.name ?? '' }));
  },
  'POST /people/accounts/:id/edit': renameAccount,
};

function creation(state: FormState): Shown {
  const { accounts } = words;
  return formScreen({
    section: 'people',
    title: accounts.newTitle,
    about: accounts.newAbout,
    back: { href: ACCOUNTS_PATH, label: accounts.back },
    ...{ to: NEW_PATH, state, button: accounts.create },
    content: (
      <>
        <TextField name="domain" label={accounts.domain} hint={accounts.domainHint} />
        <TextField name="name" label={accounts.name} required={false} />
      </>
    ),
  });
}

function renaming(account: ShownAccount, state: FormState): Shown {
  const { accounts } = words;
  const path = accountPath(account);
  return formScreen({
    section: 'people',
    title: accounts.renameTitle(accountTitle(account)),
    back: { href: path, label: accountTitle(account) },
    ...{ to: `${path}/edit`, state, button: accounts.save },
    content: (
      <>
        <SeenField of={account} />
        <TextField name="name" label={accounts.name} />
      </>
    ),
  });
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
    act: () => api.accounts.update(params.id!, { name: textIn(form, 'name') }, asSeen(form)),
    done: (saved) => ({ next: `${accountPath(saved)}?done=account_saved` }),
    refused: async (state) => renaming(await api.accounts.get(params.id!), state),
  });
}
