import { CONSOLE_ROUTES, exampleId } from '../setup/built.ts';
import type { ConsoleVisitor } from './visitor.ts';

/** A screen: its route, and which filters its address has. */
export interface FoundScreen {
  name: string;
  path: string;
}

const page = `/pages/${exampleId('page')}`;
const audience = `${page}/audiences/${exampleId('audience')}`;
/** The subscription that is on. */
const SUBSCRIPTION = 2;
const TRASHED_ASSET = 2;
/** The first key in the list is that of the session, which only one side has. */
const KEY = 2;
/** The page with the most parts. */
const SLIDES = 9;

/** The samples that have long lists. */
const FIRST = [
  ...[page, audience, `${audience}/versions`, `${audience}/messages`, `${audience}/visits`],
  `/people/${exampleId('person')}`,
  `/people/accounts/${exampleId('account')}`,
  `/library/topics/${exampleId('topic')}`,
  `/library/assets/${exampleId('asset', TRASHED_ASSET)}/delete`,
  `/webhooks/${exampleId('webhook', SUBSCRIPTION)}`,
  ...['revoke', 'rotate'].map((step) => `/settings/keys/${exampleId('key', KEY)}/${step}`),
];

/** What people type or choose, and what has more than the first screen of its route. */
const TYPED = [
  `/pages/${exampleId('page', SLIDES)}`,
  `/audiences?pageId=${exampleId('page')}`,
  `/audiences?personId=${exampleId('person')}`,
  `/people?accountId=${exampleId('account')}`,
  `/figures?pageId=${exampleId('page')}&audienceId=${exampleId('audience')}`,
  '/pages?query=page',
  '/pages?query=nobody',
  '/pages?status=draft',
  '/pages?pageType=inbound&sort=createdAt',
  '/audiences?status=published',
  '/audiences?sort=-updatedAt',
  '/people?query=person',
  '/people?query=nobody',
  '/people?sort=-updatedAt',
  '/people/accounts?query=example',
  '/library/assets?query=picture',
  '/library/assets?assetType=logo',
  '/settings/audit?operation=person.create',
  '/settings/audit?from=2026-01-01&to=2026-02-01',
  '/figures?days=90&compare=true&breakdown=link',
  '/figures?breakdown=campaign&interval=hour&days=7',
];

const ROUTES = CONSOLE_ROUTES.map((route) => ({
  route,
  pattern: new RegExp(`^${route.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`),
}));

/** Follows the links of the console, and returns one address of each screen, with each set of filters. */
export async function findScreens(
  visitor: ConsoleVisitor,
): Promise<{ screens: FoundScreen[]; missing: string[] }> {
  const found = new Map<string, FoundScreen>();
  const missing = new Set(CONSOLE_ROUTES);
  const waiting = [...FIRST, ...CONSOLE_ROUTES.filter((route) => !route.includes(':'))];
  const known = new Set<string>();
  for (const path of waiting) {
    const screen = screenAt(path);
    if (!screen || known.has(screen.name)) continue;
    known.add(screen.name);
    missing.delete(screen.route);
    const answer = await visitor.open(path);
    if (!answer) continue;
    found.set(screen.name, { name: screen.name, path });
    waiting.push(...linksIn(answer.html));
  }
  return {
    screens: [
      ...found.values(),
      ...TYPED.map((path) => ({ name: path.replaceAll(/_[0-9a-z]{26}/g, ''), path })),
    ],
    missing: [...missing],
  };
}

/** The next page of a list, if it has one. */
export function nextPageIn(html: string): string | undefined {
  return linksIn(html).find((path) => path.includes('cursor='));
}

function linksIn(html: string): string[] {
  const links = html.matchAll(/ (?:href|src)="(\/[^"#]*)/g);
  return [...links].map(([, path]) => path!.replaceAll('&amp;', '&'));
}

function screenAt(path: string): { route: string; name: string } | undefined {
  const [place = '', query = ''] = path.split('?');
  const route = ROUTES.find(({ pattern }) => pattern.test(place))?.route;
  if (route === undefined || query.includes('cursor=')) return undefined;
  const filters = [...new Set(new URLSearchParams(query).keys())].sort();
  return { route, name: filters.length === 0 ? route : `${route}?${filters.join('&')}` };
}
