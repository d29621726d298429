import type { VNode } from 'preact';
import { words } from '../../words/english.js';

export const PEOPLE_PATH = '/people';
export const ACCOUNTS_PATH = `${PEOPLE_PATH}/accounts`;

/** Between persons and accounts. */
export function PeopleTabs({ current }: { current: 'persons' | 'accounts' }): VNode {
  const { people } = words;
  return (
    <nav class="tabs" aria-label={people.tabs}>
      <a href={PEOPLE_PATH} aria-current={current === 'persons' ? 'true' : undefined}>
        {people.persons}
      </a>
      <a href={ACCOUNTS_PATH} aria-current={current === 'accounts' ? 'true' : undefined}>
        {people.accounts}
      </a>
    </nav>
  );
}
