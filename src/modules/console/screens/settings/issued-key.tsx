import type { IssuedApiKey, WithDates } from '@foyer/client';
import type { VNode } from 'preact';
import { Heading, Moment } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { KEYS_PATH, keyTitle } from './keys.js';

/** The only time that a secret is shown. */
export function IssuedKey({ of: key }: { of: WithDates<IssuedApiKey> }): VNode {
  const { keys } = words;
  return (
    <>
      <Heading title={keys.issuedTitle} back={{ href: KEYS_PATH, label: keys.back }} />
      <div class="card">
        <p>
          <strong>{keyTitle(key)}</strong>: {keys.issuedAbout}
        </p>
        <p class="secret">
          <code>{key.secret}</code>
        </p>
        {key.previousSecretExpiresAt && (
          <p>
            {keys.oldSecretUntil} <Moment at={key.previousSecretExpiresAt} />.
          </p>
        )}
        <p class="actions">
          <a class="button" href={KEYS_PATH}>
            {keys.stored}
          </a>
        </p>
      </div>
    </>
  );
}
