import { FormState } from '../../parts/form-state.js';
import { SelectField, TextField } from '../../parts/fields.js';
import { words } from '../../words/english.js';
import { formScreen } from '../kit/form-screen.js';
import { textIn, type ScreenAnswer, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { submit } from '../kit/submit-form.js';
import { IssuedKey } from './issued-key.js';
import { KEYS_PATH, keyTitle, type ShownKey } from './keys.js';
import { PARENT_KEY_FIELD, parentKeyField, parentKeyIn } from './parent-key.js';

const OVERLAPS = ['0', '1', '24', '168'] as const;

export const changedKeyScreens: Screens = {
  'GET /settings/keys/:id/rotate': async (visit) =>
    rotation(await keyOf(visit), FormState.of({ overlapHours: '24' })),
  'POST /settings/keys/:id/rotate': rotate,
  'GET /settings/keys/:id/revoke': async (visit) => revocation(visit, await keyOf(visit), FormState.of()),
  'POST /settings/keys/:id/revoke': revoke,
};

function keyOf({ api, params }: Visit): Promise<ShownKey> {
  return api.apiKeys.get(params.id!);
}

function rotation(key: ShownKey, state: FormState): Shown {
  const { keys } = words;
  return formScreen({
    section: 'keys',
    title: keys.rotateTitle(keyTitle(key)),
    about: keys.rotateAbout,
    back: { href: KEYS_PATH, label: keys.back },
    to: `${KEYS_PATH}/${key.apiKeyId}/rotate`,
    state,
    button: keys.rotateButton,
    isDestructive: true,
    content: (
      <>
        <SelectField
          name="overlapHours"
          label={keys.overlap}
          hint={keys.overlapHint}
          choices={OVERLAPS.map((hours) => [hours, keys.overlaps[hours]])}
        />
        <TextField name={PARENT_KEY_FIELD} label={keys.ownKey} hint={keys.ownKeyHint} type="password" />
      </>
    ),
  });
}

async function rotate(visit: Visit): Promise<ScreenAnswer> {
  const { api, params, form } = visit;
  return submit(visit, {
    act: (options) => {
      const overlapHours = Number(textIn(form, 'overlapHours'));
      return api.apiKeys.rotate(params.id!, { overlapHours }, { ...options, headers: parentKeyIn(form) });
    },
    done: (key) => ({ title: words.keys.issuedTitle, section: 'keys', content: <IssuedKey of={key} /> }),
    refused: async (state) => rotation(await keyOf(visit), state),
    fieldOf: parentKeyField,
  });
}

async function revocation({ api, keyId }: Visit, key: ShownKey, state: FormState): Promise<Shown> {
  const { keys } = words;
  const isOwn = key.apiKeyId === keyId;
  const isChild = key.parentApiKeyId !== null;
  const children = isChild ? 0 : await activeChildren(api, key.apiKeyId);
  return formScreen({
    section: 'keys',
    title: keys.revokeTitle(keyTitle(key)),
    back: { href: KEYS_PATH, label: keys.back },
    to: `${KEYS_PATH}/${key.apiKeyId}/revoke`,
    state,
    button: keys.revokeButton,
    isDestructive: true,
    content: (
      <>
        <p>{isOwn ? keys.revokeOwn : keys.revokeAbout}</p>
        {children > 0 && <p>{keys.revokeChildren(children)}</p>}
        {!isChild && (
          <TextField name={PARENT_KEY_FIELD} label={keys.ownKey} hint={keys.ownKeyHint} type="password" />
        )}
      </>
    ),
  });
}

/** A key has at most 100 that work at the same time; ended ones stay in the list for some days. */
async function activeChildren(api: Visit['api'], parentApiKeyId: string): Promise<number> {
  const { items } = await api.apiKeys.list({ parentApiKeyId, limit: 100 });
  return items.filter(({ state }) => state === 'active').length;
}

function revoke(visit: Visit): Promise<ScreenAnswer> {
  const { api, params, form } = visit;
  return submit(visit, {
    act: () => api.apiKeys.delete(params.id!, { headers: parentKeyIn(form) }),
    done: () => ({ next: `${KEYS_PATH}?done=key_revoked` }),
    refused: async (state) => revocation(visit, await keyOf(visit), state),
    fieldOf: (place) => parentKeyField(place) ?? (place === 'beyond_own_key' ? PARENT_KEY_FIELD : undefined),
  });
}
