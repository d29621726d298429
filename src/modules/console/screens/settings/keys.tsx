import type { ApiKey, WithDates } from '@foyer/client';
import type { VNode } from 'preact';
import { clock } from '../../../../shared/kernel/clock.js';
import { Badge, Day, Done, Empty, Heading, ListPages, Moment, type Tone } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { pageIn, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { scopesInWords } from './scope-words.js';

export type ShownKey = WithDates<ApiKey>;

export const KEYS_PATH = '/settings/keys';

const TONES: Record<ShownKey['state'], Tone> = {
  active: 'good',
  expired: 'plain',
  revoked: 'plain',
};

const PAGE_SIZE = 25;

export const keyScreens: Screens = {
  'GET /settings/keys': listKeys,
};

async function listKeys({ api, query, keyId }: Visit): Promise<Shown> {
  const parentApiKeyId = query.get('parent') ?? undefined;
  const page = await api.apiKeys.list({
    ...pageIn(query, PAGE_SIZE),
    parentApiKeyId,
  });
  const { keys } = words;
  return {
    title: keys.title,
    section: 'keys',
    content: (
      <>
        <Heading
          title={parentApiKeyId ? keys.childrenTitle : keys.title}
          about={parentApiKeyId ? keys.childrenAbout : keys.about}
          back={parentApiKeyId ? { href: KEYS_PATH, label: keys.back } : undefined}
        >
          <a class="button" href={`${KEYS_PATH}/new`}>
            {keys.create}
          </a>
        </Heading>
        <Done name={query.get('done')} />
        {page.items.length === 0 ? (
          <Empty title={keys.none}>
            <p>{keys.noneAbout}</p>
          </Empty>
        ) : (
          <ul class="rows">
            {page.items.map((key) => (
              <KeyRow key={key.apiKeyId} of={key} isOwn={key.apiKeyId === keyId} />
            ))}
          </ul>
        )}
        <ListPages path={KEYS_PATH} query={query} nextCursor={page.nextCursor} />
      </>
    ),
  };
}

function KeyRow({ of: key, isOwn }: { of: ShownKey; isOwn: boolean }): VNode {
  const { keys } = words;
  const path = `${KEYS_PATH}/${key.apiKeyId}`;
  const isActive = key.state === 'active';
  return (
    <li class={isActive ? 'row' : 'row ended'}>
      <div class="what">
        <h2>{keyTitle(key)}</h2>
        <p class="badges">
          <Badge tone={TONES[key.state]}>{keys.states[key.state]}</Badge>
          {isOwn && <Badge tone="warn">{keys.ownSession}</Badge>}
          {key.parentApiKeyId !== null && <Badge>{keys.child}</Badge>}
        </p>
        <ul class="facts">
          {scopesInWords(key.scopes).map((scope) => (
            <li key={scope}>{scope}</li>
          ))}
        </ul>
        <KeyTimes of={key} />
      </div>
      {isActive && (
        <div class="actions">
          {key.parentApiKeyId === null && (
            <a class="button quiet small" href={`${KEYS_PATH}?parent=${key.apiKeyId}`}>
              {keys.showChildren}
              <span class="unseen"> {keyTitle(key)}</span>
            </a>
          )}
          {key.parentApiKeyId === null && !isOfOperator(key.origin) && (
            <a class="button quiet small" href={`${path}/rotate`}>
              {keys.rotate}
              <span class="unseen"> {keyTitle(key)}</span>
            </a>
          )}
          <a class="button quiet small danger" href={`${path}/revoke`}>
            {keys.revoke}
            <span class="unseen"> {keyTitle(key)}</span>
          </a>
        </div>
      )}
    </li>
  );
}

function KeyTimes({ of: key }: { of: ShownKey }): VNode {
  const { keys } = words;
  const now = clock.now();
  return (
    <p class="meta">
      <span>{keys.origins[key.origin]}</span>
      <span>
        {key.lastUsedAt ? (
          <>
            {keys.lastUsed} <Day at={key.lastUsedAt} />
          </>
        ) : (
          keys.neverUsed
        )}
      </span>
      {key.expiresAt && (
        <span>
          {key.expiresAt > now ? keys.expires : keys.expired} <Moment at={key.expiresAt} />
        </span>
      )}
      {key.previousSecretExpiresAt && key.previousSecretExpiresAt > now && (
        <span>
          {keys.oldSecretUntil} <Moment at={key.previousSecretExpiresAt} />
        </span>
      )}
    </p>
  );
}

/** The keys of the operator have no names. */
export function keyTitle({ name, origin, apiKeyId }: Pick<ShownKey, 'name' | 'origin' | 'apiKeyId'>): string {
  return name ?? (isOfOperator(origin) ? words.keys.operator : apiKeyId);
}

function isOfOperator(origin: ShownKey['origin']): boolean {
  return origin === 'environment' || origin === 'data_folder';
}
