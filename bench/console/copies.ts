import { exampleUuid } from '../setup/built.ts';

const own = (kind: Parameters<typeof exampleUuid>[0], number?: number) =>
  `'${exampleUuid(kind, number)}'::uuid`;

/** The sample that is on: it has the deliveries. */
const SUBSCRIPTION = 2;

export interface Copies {
  table: string;
  count: number;
  /** SQL condition for the row that is copied. */
  of?: string;
  /** It is kept only as long as events are. */
  isEvent?: true;
  /** What is different in copy `n`, which has a `new_id` and a `moment` of its own. */
  columns: Record<string, string>;
}

/** Copies of the samples. Each sample that a screen shows also gets long lists of its own. */
export function copiesFor(persons: number): Copies[] {
  const share = (part: number) => Math.max(1, Math.floor(persons / part));
  const pages = share(100);
  const audiences = share(10);
  // Of `count` copies of another table (volume.ts).
  const nth = (count: number) => `pg_temp.id_of(1 + n % ${count}, ${count})`;
  return [
    {
      table: 'person',
      count: persons,
      of: `id = ${own('person')}`,
      columns: {
        ...{ name: `'Person ' || n`, slug: `'person-' || n`, search_text: `'person ' || n` },
        ...{ email: `'p' || n || '@mail.example'`, email_key: `'p' || n || '@mail.example'` },
        ...{ phone_number: 'null', linkedin_profile_url: 'null', linkedin_key: 'null' },
        ...{ domain: 'null', account_id: `case when n % 2000 = 0 then ${own('account')} end` },
      },
    },
    {
      table: 'account',
      count: share(10),
      of: `id = ${own('account')}`,
      columns: { domain: `'c' || n || '.example'`, name: 'null', search_text: `'c' || n || '.example'` },
    },
    {
      table: 'person_log',
      count: share(100),
      columns: { person_id: own('person'), account_id: own('account'), idempotency_key: 'null' },
    },
    {
      table: 'page',
      count: pages,
      of: `id = ${own('page')}`,
      columns: { name: `'Page ' || n`, search_text: `'page ' || n` },
    },
    {
      table: 'audience',
      count: audiences,
      of: `id = ${own('audience')}`,
      columns: {
        page_id: `case when n % 10 = 0 then ${own('page')} else ${nth(pages)} end`,
        number: '1000 + n',
        person_id: `case when n % 1000 = 0 then ${own('person')} when n % 2 = 0 then ${nth(persons)} end`,
      },
    },
    {
      table: 'audience_version',
      count: audiences,
      of: `audience_id = ${own('audience')} and status = 'published'`,
      columns: { audience_id: nth(audiences), content: `'{}'`, operation_key: 'null' },
    },
    {
      table: 'audience_version',
      count: share(1000),
      of: `audience_id = ${own('audience')} and status = 'published'`,
      columns: {
        version_number: '1000 + n',
        status: `'archived'`,
        operation_key: 'null',
        archived_at: 'moment',
      },
    },
    {
      table: 'audience_message',
      count: share(100),
      of: `audience_id = ${own('audience')}`,
      columns: {},
    },
    {
      table: 'page_link',
      count: audiences,
      columns: {
        path: `'/copy/' || n`,
        path_hash: `sha256(('/copy/' || n)::bytea)`,
        audience_id: nth(audiences),
      },
    },
    {
      table: 'asked_question',
      count: share(20),
      columns: {
        question: `'How much is plan ' || n || '?'`,
        grouped_by: `'how much is plan ' || n`,
        asked_count: 'n % 100',
        is_answered: 'n % 2 = 0',
        ...{ first_asked_at: 'moment', last_asked_at: 'moment' },
      },
    },
    {
      table: 'topic',
      count: share(1000),
      of: `id = ${own('topic')}`,
      columns: { title: `'Topic ' || n`, sort_order: '1000 + n', is_default: 'false' },
    },
    {
      table: 'topic_entry',
      count: share(100),
      of: `topic_id = ${own('topic')}`,
      columns: {
        topic_id: `case when n % 200 = 0 then ${own('topic')} else ${nth(share(1000))} end`,
        sort_order: '1000 + n',
      },
    },
    {
      table: 'asset',
      count: share(100),
      columns: {
        kind: `(array['image', 'logo', 'icon'])[1 + n % 3]`,
        name: `'Picture ' || n`,
        search_text: `'picture ' || n`,
        file_id: 'new_id',
      },
    },
    {
      table: 'asset',
      count: share(1000),
      columns: { file_id: 'new_uuid()', id: 'new_uuid()', trashed_at: 'moment' },
    },
    { table: 'brand', count: share(10_000), columns: { key: `'brand-' || n`, name: `'Brand ' || n` } },
    { table: 'form', count: share(10_000), columns: { name: `'Form ' || n` } },
    {
      table: 'form_submission',
      count: share(10),
      columns: { person_id: `case when n % 1000 = 0 then ${own('person')} else ${nth(persons)} end` },
    },
    { table: 'tenant_domain', count: share(10_000), columns: { domain: `'copy-' || n || '.example'` } },
    {
      table: 'api_key',
      count: share(1000),
      columns: {
        ...{ hash: `sha256(('copy ' || n)::bytea)`, name: `'Key ' || n`, previous_hash: 'null' },
        ...{ parent_id: 'null', parent_hash: 'null', revoked_at: 'null' },
      },
    },
    { table: 'audit_entry', count: share(5), columns: {} },
    {
      table: 'event',
      count: share(5),
      isEvent: true,
      columns: { seq: `nextval('event_number')` },
    },
    {
      table: 'webhook_delivery',
      count: share(5),
      isEvent: true,
      columns: {
        ...{
          subscription_id: own('webhook', SUBSCRIPTION),
          event_id: 'new_id',
          seq: 'n',
          tries: '1',
          attempts: '1',
        },
        ...{
          status: `(array['delivered', 'delivered', 'delivered', 'failed'])[1 + n % 4]`,
          due_at: 'moment',
        },
      },
    },
  ];
}
