import type { CreateApiKey, Scope } from '@foyer/client';
import type { VNode } from 'preact';
import { FormState } from '../../parts/form-state.js';
import { Box, Boxes, SelectField, TextField } from '../../parts/fields.js';
import { clock } from '../../../../shared/kernel/clock.js';
import { DAY_MS } from '../../../../shared/kernel/durations.js';
import { words } from '../../words/english.js';
import { formScreen } from '../kit/form-screen.js';
import { textIn, type Screens, type ScreenAnswer, type Shown, type Visit } from '../kit/screen.js';
import { submit } from '../kit/submit-form.js';
import { IssuedKey } from './issued-key.js';
import { KEYS_PATH } from './keys.js';
import { PARENT_KEY_FIELD, parentKeyIn, parentKeyField } from './parent-key.js';
import { AREAS, EVERYTHING, rightsOf, type Area } from './scope-words.js';

const SCOPES = 'scopes';

const LIFETIMES = ['', '30', '90', '365'] as const;

export const newKeyScreens: Screens = {
  'GET /settings/keys/new': () => Promise.resolve(newKey(FormState.of({ lifetime: '90' }))),
  'POST /settings/keys/new': createKey,
};

function newKey(state: FormState): Shown {
  const { keys, forms } = words;
  return formScreen({
    section: 'keys',
    title: keys.newTitle,
    about: keys.newAbout,
    back: { href: KEYS_PATH, label: keys.back },
    to: `${KEYS_PATH}/new`,
    state,
    button: keys.create,
    content: (
      <>
        <TextField name="name" label={keys.name} hint={keys.nameHint} />
        <ScopeFields />
        <SelectField
          name="lifetime"
          label={keys.lifetime}
          choices={LIFETIMES.map((days) => [days, keys.lifetimes[days]])}
        />
        <fieldset>
          <legend>
            {keys.limit} <span class="optional">{forms.optional}</span>
          </legend>
          <div class="pair">
            <TextField name="rateLimit.perSecond" label={keys.perSecond} type="number" />
            <TextField name="rateLimit.burst" label={keys.burst} type="number" />
          </div>
        </fieldset>
        <TextField name={PARENT_KEY_FIELD} label={keys.ownKey} hint={keys.ownKeyHint} type="password" />
      </>
    ),
  });
}

function ScopeFields(): VNode {
  const { keys, areas, scopes } = words;
  return (
    <Boxes name={SCOPES} legend={keys.scopes} hint={keys.scopesHint}>
      <Box name={SCOPES} value={EVERYTHING}>
        {scopes.everything}
      </Box>
      <ul class="scopes">
        {AREAS.map((area) => (
          <li key={area}>
            <span>{areas[area]}</span>
            {rightsOf(area).map((right) => (
              <Box key={right} name={SCOPES} value={scopeOf(area, right)}>
                {scopes[right]}
                <span class="unseen"> {areas[area]}</span>
              </Box>
            ))}
          </li>
        ))}
      </ul>
    </Boxes>
  );
}

function scopeOf(area: Area, right: 'read' | 'write'): Scope {
  return `${area}:${right}` as Scope;
}

function createKey(visit: Visit): Promise<ScreenAnswer> {
  const { api, form } = visit;
  return submit(visit, {
    act: (options) => api.apiKeys.create(bodyOf(form), { ...options, headers: parentKeyIn(form) }),
    done: (key) => ({
      title: words.keys.issuedTitle,
      section: 'keys',
      content: <IssuedKey of={key} />,
    }),
    refused: newKey,
    fieldOf: (place) => (place === '/expiresAt' ? 'lifetime' : parentKeyField(place)),
  });
}

function bodyOf(form: URLSearchParams): CreateApiKey {
  // Any other lifetime counts as the shortest one.
  const days = Number(LIFETIMES.find((each) => each === form.get('lifetime')) ?? LIFETIMES[1]);
  const [perSecond, burst] = ['rateLimit.perSecond', 'rateLimit.burst'].map((name) => textIn(form, name));
  return {
    name: textIn(form, 'name'),
    scopes: form.getAll(SCOPES) as Scope[],
    expiresAt: days > 0 ? endOfDayIn(days) : null,
    rateLimit: perSecond || burst ? { perSecond: Number(perSecond), burst: Number(burst) } : null,
  };
}

/** In UTC. A form that is sent twice wants the same time. */
function endOfDayIn(days: number): Date {
  return new Date((Math.floor(clock.now().getTime() / DAY_MS) + days + 1) * DAY_MS);
}
