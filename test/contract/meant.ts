/** A difference between our document and the contract that is meant. */
export interface Meant {
  of: readonly string[];
  /** A parameter, or the place in `body` or `answer`; `*` stands for each item of a list. */
  at: string;
  facts: readonly string[];
  because: string;
}

const CREATE_PAGE = ['POST /v0/pages'];
const UPDATE_AUDIENCE = ['PATCH /v0/pages/{page_id}/audiences/{audience_id}'];
const ANSWER_AUDIENCE = [
  ...UPDATE_AUDIENCE,
  'DELETE /v0/pages/{page_id}/audiences/{audience_id}',
  'POST /v0/pages/{page_id}/audiences/{audience_id}/restore',
];
const ANSWER_VERSION = [
  'POST /v0/pages/{page_id}/audiences/{audience_id}/versions',
  'POST /v0/pages/{page_id}/audiences/{audience_id}/versions/{version_id}/cancel',
];
const UPDATE_LINK = ['PATCH /v0/page_links/{page_link_id}'];
const TIMED_LISTS = ['GET /v0/topics', 'GET /v0/persons'];
const LISTS = ['GET /v0/topics', 'GET /v0/persons', 'GET /v0/assets/trash'];

const ROBOTS = { facts: ['added'], because: 'Directives for search engines are words.' };

const SHOWN = 'What visitors read is given apart from the notes for whoever composes it.';

const PLACED = 'A page has more parts than the contract names; all are optional.';

const PLANNED = 'A campaign ends when nobody is at work.';

/** A version wherever it is answered, with what is added to it. */
const inVersions = (field: string, because: string): Meant[] => [
  { of: ANSWER_VERSION, at: `answer /${field}`, facts: ['added'], because },
  ...['latestVersion', 'publishedVersion'].map((name) => ({
    of: ANSWER_AUDIENCE,
    at: `answer /${name}/${field}`,
    facts: ['added'],
    because,
  })),
];

/** All of them: things that the contract leaves open, closed in the narrowest way that serves their users. */
export const MEANT: readonly Meant[] = [
  {
    of: LISTS,
    at: 'query limit',
    facts: ['minimum', 'maximum', 'multipleOf', 'default'],
    because: 'A page has a size that can be served, and a usual one.',
  },
  { of: LISTS, at: 'query cursor', facts: ['minLength'], because: 'No list gives out an empty cursor.' },
  ...['createdAfter', 'createdBefore', 'updatedAfter', 'updatedBefore', 'sort'].map((name) => ({
    of: TIMED_LISTS,
    at: `query ${name}`,
    facts: ['added'],
    because: 'Whoever keeps a copy asks for what has changed.',
  })),
  ...['domain', 'accountId'].map((name) => ({
    of: ['GET /v0/persons'],
    at: `query ${name}`,
    facts: ['added'],
    because: 'The persons of a company are asked for without reading all others.',
  })),
  {
    of: ANSWER_AUDIENCE,
    at: 'answer /updatedAt',
    facts: ['added'],
    because: 'Lists are sorted by it.',
  },
  {
    of: CREATE_PAGE,
    at: 'body /actionCardWidgets/*',
    facts: ['added'],
    because: 'Widgets are answered with type, title and logos, so these are what is taken.',
  },
  { of: CREATE_PAGE, at: 'body /metadata/robots/*', ...ROBOTS },
  { of: UPDATE_AUDIENCE, at: 'body /metadataOverride/robots/*', ...ROBOTS },
  {
    of: UPDATE_AUDIENCE,
    at: 'body /actionUrlOverride',
    facts: ['pattern'],
    because: 'The format alone would let through schemes that run code where the link is opened.',
  },
  {
    of: ['POST /v0/persons'],
    at: 'body /linkedinProfileUrl',
    facts: ['maxLength'],
    because: 'A person is answered with each of many accounts, so nothing of it may be of any length.',
  },
  {
    of: UPDATE_LINK,
    at: 'body /target/targetType',
    facts: ['enum'],
    because: 'A link leads to an audience; there is nothing else yet that it could lead to.',
  },
  {
    of: UPDATE_LINK,
    at: 'answer /url',
    facts: ['added'],
    because: 'Whoever makes a link wants to know where it is opened.',
  },
  ...['body', 'answer'].flatMap((part) => [
    { of: UPDATE_LINK, at: `${part} /expiresAt`, facts: ['added'], because: PLANNED },
    {
      of: part === 'body' ? UPDATE_AUDIENCE : ANSWER_AUDIENCE,
      ...{ at: `${part} /archiveAt`, facts: ['added'], because: PLANNED },
    },
  ]),
  {
    of: CREATE_PAGE,
    at: 'answer /actionCardWidgets/*/url',
    facts: ['added'],
    because: 'A video is somewhere.',
  },
  ...inVersions('rolledBackFrom', 'Where the content of a version came from belongs to it.'),
  ...inVersions('publishAt', 'What was asked for can be read again.'),
  {
    of: ['POST /v0/pages/{page_id}/audiences/{audience_id}/versions'],
    at: 'body /publishAt',
    facts: ['added'],
    because: 'A version can be made for later.',
  },
  ...['body', 'language', 'defaultFormId'].flatMap((field) => [
    { of: CREATE_PAGE, at: `body /${field}`, facts: ['added'], because: SHOWN },
    { of: CREATE_PAGE, at: `answer /${field}`, facts: ['added'], because: SHOWN },
  ]),
  ...['coverImage', 'topicIds', 'blocks'].flatMap((field) => [
    { of: CREATE_PAGE, at: `body /${field}`, facts: ['added'], because: PLACED },
    { of: CREATE_PAGE, at: `answer /${field}`, facts: ['added'], because: PLACED },
  ]),
  ...['coverImageOverride', 'topicIdsOverride'].flatMap((field) => [
    { of: UPDATE_AUDIENCE, at: `body /${field}`, facts: ['added'], because: PLACED },
    { of: ANSWER_AUDIENCE, at: `answer /${field}`, facts: ['added'], because: PLACED },
  ]),
  { of: UPDATE_AUDIENCE, at: 'body /bodyOverride', facts: ['added'], because: SHOWN },
  { of: ANSWER_AUDIENCE, at: 'answer /bodyOverride', facts: ['added'], because: SHOWN },
  ...['width', 'height'].map((field) => ({
    of: ['GET /v0/assets/trash'],
    at: `answer /items/*/${field}`,
    facts: ['added'],
    because: 'A page that shows a picture leaves room for it.',
  })),
  ...inVersions('draftReason', 'Whoever sees a draft wants to know why it is one.'),
  ...['ordering', 'disabledReason'].map((field) => ({
    of: ['GET /v0/webhook_subscriptions'],
    at: `answer /items/*/${field}`,
    facts: ['added'],
    because: 'How a subscription is served, and why it is off, belongs to it.',
  })),
];
