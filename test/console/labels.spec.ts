import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { useConsole } from './console-visitor.js';

const { service, signedIn } = useConsole();

const PAGE = `/pages/${exampleId('page')}`;
const AUDIENCE = `${PAGE}/audiences/${exampleId('audience')}`;

/** Forms with what is wrong in them, and how the console begins to say it, by fields. */
const REFUSED: [path: string, fields: Record<string, string>, said: Record<string, string>][] = [
  [
    '/pages/new',
    { name: '', pageContext: '' },
    { name: 'Name must', pageContext: 'Note for the composer must' },
  ],
  [PAGE, { language: 'no language' }, { language: 'Language must' }],
  [
    `${AUDIENCE}/overrides`,
    { actionUrlOverride: 'javascript:alert(1)' },
    { actionUrlOverride: 'Where the actions lead must' },
  ],
  [`${AUDIENCE}/publish`, { publishAt: 'tomorrow' }, { publishAt: 'Time (UTC) must' }],
  [`${AUDIENCE}/link`, { path: 'x'.repeat(5000) }, { path: 'Path must' }],
  [
    '/people/new',
    { name: '', phoneNumber: '123', linkedinProfileUrl: 'x'.repeat(5000) },
    { name: 'Name must', phoneNumber: 'Phone number must', linkedinProfileUrl: 'LinkedIn profile must' },
  ],
  ['/people/accounts/new', { domain: 'no domain!' }, { domain: 'Domain must' }],
  [`/people/${exampleId('person')}`, { type: 'A call', note: 'Hello' }, { type: 'What it was must' }],
  ['/library/topics/new', { title: '' }, { title: 'Title must' }],
  [
    '/library/brands/new',
    { name: 'Acme', key: 'Not A Key', accentColor: 'green', 'footerLinks.1.url': 'nowhere' },
    { key: 'Key must', accentColor: 'Accent must', 'footerLinks-1-url': 'URL of link 2 must' },
  ],
  [
    '/library/forms/new',
    { name: '', thankYouUrl: 'nowhere', 'fields.1.label': 'Size', 'fields.1.type': 'choice' },
    { name: 'Name must', thankYouUrl: 'Or the page that they go to must' },
  ],
  [
    '/library/forms/new',
    { name: 'Size', 'fields.0.label': '', 'fields.1.label': 'Size', 'fields.1.type': 'choice' },
    { 'fields-1-options': 'Choices must' },
  ],
  [`/library/assets/${exampleId('asset')}`, { name: '' }, { name: 'Name must' }],
  [
    '/webhooks/new',
    { url: 'ftp://a', events: 'none' },
    { url: 'URL of the receiver must', events: 'Events is' },
  ],
  [`/webhooks/${exampleId('webhook')}/replay`, { from: '' }, { from: 'From must' }],
  [
    '/settings/keys/new',
    { name: '', 'rateLimit.perSecond': '0', own_key: 'key' },
    { name: 'Name must', 'rateLimit-perSecond': 'Requests per second must', scopes: 'Rights must' },
  ],
  ['/settings/domains', { domain: 'no domain!' }, { domain: 'Domain must' }],
];

it.each(REFUSED)('problems of %s name fields by their labels', async (path, fields, said) => {
  const kim = await signedIn();
  const to = path.startsWith('/people/pers') ? `${path}/log` : path;
  const { text } = await kim.fill(
    path,
    { ...fields, ...(fields.own_key && { own_key: service.home.key }) },
    400,
    to,
  );
  const atFields = problemsIn(text);
  for (const [field, start] of Object.entries(said)) {
    expect(`${atFields[field]}`.slice(0, start.length + 1)).toBe(`${start} `);
    expect(text).toContain(`<li><a href="#field-${field}">${atFields[field]}</a></li>`);
  }
});

it.each([
  ['/figures?timeZone=Mars', 'timeZone', 'Time zone'],
  ['/settings/audit?from=yesterday', 'from', 'From'],
])('problems of the filters of %s name fields by their labels', async (path, field, label) => {
  const { text } = await (await signedIn()).get(path).expect(400);
  expect(problemsIn(text)[field]).toMatch(new RegExp(`^${label} must `));
});

/** What is said at each field. */
function problemsIn(html: string): Record<string, string> {
  const found = html.matchAll(/<p class="problem" id="field-([^"]+)-problem">([^<]*)<\/p>/g);
  return Object.fromEntries([...found].map(([, field, message]) => [field!, message!]));
}
