import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { Records } from '../pages/records.js';
import { useConsole } from './console-visitor.js';

const { service, api, visitor, signedIn } = useConsole();

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
  [`/people/${exampleId('person')}`, { type: 'A call', note: 'Hello' }, { type: 'Kind must' }],
  ['/library/topics/new', { title: '' }, { title: 'Title must' }],
  [
    '/library/brands/new',
    { name: 'Acme', key: 'Not A Key', accentColor: 'green', 'footerLinks.1.url': 'nowhere' },
    { key: 'Key must', accentColor: 'Accent must', 'footerLinks-1-url': 'URL of link 2 must' },
  ],
  [
    '/library/forms/new',
    { name: '', thankYouUrl: 'nowhere', 'fields.1.label': 'Size', 'fields.1.type': 'choice' },
    { name: 'Name must', thankYouUrl: 'Page that visitors go to must' },
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

it('a pattern and a missing time are said in words', async () => {
  const kim = await signedIn();
  const person = await kim.fill('/people/new', { name: 'Ada', phoneNumber: '123' }, 400);
  expect(problemsIn(person.text)).toEqual({
    phoneNumber: 'Phone number must be written as its description says.',
  });
  const path = `/webhooks/${exampleId('webhook')}/replay`;
  for (const to of [path, `${path}/count`]) {
    const { text } = await kim.fill(path, { from: '' }, 400, to);
    expect(problemsIn(text)).toEqual({ from: 'Enter the time of the first event.' });
  }
});

it('a key that may not read links is told so, and not that there are none', async () => {
  const kim = await visitor().signIn(await service.keyWith(['pages:read', 'audiences:read']));
  const { text } = await kim.get(PAGE).expect(200);
  expect(text).toContain('Your key lacks the right links:read to show links.');
  expect(text).not.toContain('Nowhere yet.');
});

it('the audience of an archived page says why nobody can open it', async () => {
  const records = new Records(api);
  const { pageId } = await records.page();
  const { audienceId } = await records.audience({}, pageId);
  const kim = await signedIn();
  await kim.fill(`/pages/${pageId}/archive`, {}, 303);
  const { text } = await kim.get(`/pages/${pageId}/audiences/${audienceId}`).expect(200);
  expect(text).toContain('The page of this audience is archived: nobody can open it.');
  for (const end of ['/publish', '/link']) expect(text).not.toContain(`${end}"`);
});

/** What is said at each field. */
function problemsIn(html: string): Record<string, string> {
  const found = html.matchAll(/<p class="problem" id="field-([^"]+)-problem">([^<]*)<\/p>/g);
  return Object.fromEntries([...found].map(([, field, message]) => [field!, message!]));
}
