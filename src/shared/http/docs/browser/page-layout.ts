import { loaded } from './document-reader.js';
import { codeLink } from './operation-extras.js';
import { codesMatching } from './operation-search.js';
import type { Component, System } from './swagger-types.js';

declare const document: {
  getElementById(id: string): { remove(): void; dataset: Record<string, string | undefined> } | null;
};
declare function setTimeout(act: () => void, ms: number): number;
declare function clearTimeout(timeout: number | undefined): void;

interface InputEvent {
  target: { value: string };
}

/** Waits until somebody pauses to type: each search shows a hundred operations anew. */
const TYPING_PAUSE_MS = 120;

/** The page: a search box and the button for the key, the groups, the operations. The rest of Swagger UI comes last. */
export const pageLayout = (system: System) => ({
  components: {
    FoyerLayout: layout(system),
    FoyerSearch: searchBox(system),
    FoyerGroups: groupList(system),
    FoyerConventions: conventions(system),
  },
});

/** Until the document is read, the page shows the operations that it was sent with (pages/first-operations.tsx). */
function layout(system: System): Component {
  const { React, specSelectors } = system;
  return function Layout() {
    const status = specSelectors.loadingStatus();
    const isRead = status === 'success';
    React.useLayoutEffect(() => {
      if (isRead) document.getElementById('first-operations')?.remove();
    }, [isRead]);
    if (isRead) return operations(system);
    return (
      status === 'failed' &&
      React.createElement(
        'p',
        { className: 'docs-loading' },
        'The OpenAPI document can not be loaded. Load the page again.',
      )
    );
  };
}

function operations({ React, getComponent, specSelectors, layoutSelectors }: System): unknown {
  const { createElement } = React;
  const part = (name: string, isConnected?: boolean) => createElement(getComponent(name, isConnected));
  const phrase = layoutSelectors.currentFilter();
  const isFound = specSelectors.taggedOperations().size > 0;
  return createElement(
    'div',
    { className: 'swagger-ui foyer' },
    part('SvgAssets'),
    part('errors', true),
    createElement(
      'div',
      { className: 'toolbar', role: 'search' },
      part('FoyerSearch', true),
      part('AuthorizeBtnContainer', true),
    ),
    createElement(
      'div',
      { className: 'columns' },
      part('FoyerGroups', true),
      createElement(
        'main',
        { id: 'operations' },
        createElement('h1', { className: 'unseen' }, 'The API of Foyer'),
        createElement('h2', { className: 'unseen' }, 'Operations'),
        part('FoyerConventions'),
        isFound
          ? part('operations', true)
          : createElement('p', null, `No operation has “${String(phrase)}”.`),
        part('Webhooks', true),
        createElement('h3', { className: 'unseen' }, 'Schemas of bodies and answers'),
        part('Models', true),
      ),
    ),
  );
}

/** Below the box: the codes that contain the phrase, with links to the error catalogue. */
function searchBox({ React, layoutActions, layoutSelectors }: System): Component {
  const known = document.getElementById('swagger-ui')?.dataset.codes?.split(' ') ?? [];
  return function Search() {
    const given = layoutSelectors.currentFilter();
    const [phrase, setPhrase] = React.useState(typeof given === 'string' ? given : '');
    const [pause] = React.useState<{ timeout?: number }>({});
    const onChange = ({ target }: InputEvent) => {
      setPhrase(target.value);
      clearTimeout(pause.timeout);
      pause.timeout = setTimeout(() => layoutActions.updateFilter(target.value || true), TYPING_PAUSE_MS);
    };
    const codes = codesMatching(known, phrase);
    return React.createElement(
      'div',
      { className: 'search' },
      React.createElement('input', {
        type: 'search',
        value: phrase,
        onChange,
        placeholder: 'Find operations, fields and codes',
        'aria-label': 'Find operations, fields and codes',
      }),
      codes.length > 0 &&
        React.createElement('p', null, 'Codes: ', ...codes.map((code) => codeLink(React, code))),
    );
  };
}

/** What all operations have in common. Folded, because readers come for operations. */
function conventions({ React, getComponent }: System): Component {
  return function Conventions() {
    const source = loaded.document?.info.description ?? '';
    return React.createElement(
      'details',
      { className: 'conventions' },
      React.createElement('summary', null, 'Keys, ids, times, failures, lists, rate limits'),
      React.createElement(getComponent('Markdown', true), { source }),
    );
  };
}

function groupList({ React, specSelectors, layoutActions }: System): Component {
  return function GroupList() {
    const names = specSelectors.taggedOperations().keySeq().toArray();
    const link = (name: string) => {
      const href = `#/${encodeURIComponent(name)}`;
      // Swagger UI reads the address once; later it follows its own actions only.
      const onClick = () => layoutActions.parseDeepLinkHash(href);
      return React.createElement('li', { key: name }, React.createElement('a', { href, onClick }, name));
    };
    return React.createElement(
      'nav',
      { className: 'groups', 'aria-label': 'Groups of operations' },
      React.createElement('ul', null, names.map(link)),
    );
  };
}
