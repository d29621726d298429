/**
 * What the compiler must know of the client; `npm run types` checks it. Each line after `@ts-expect-error` must be an
 * error.
 */
import { etagOf, Foyer, FoyerError, verifyWebhook } from '@foyer/client';
import type { Account, Event, List, Person, PersonList, ReceivedForm, Time } from '@foyer/client';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** `is<Expected>()(value)` is an error if the value has another type, also a narrower or wider one. */
const is =
  <Expected>() =>
  <Actual>(_value: Actual, ..._same: Equal<Actual, Expected> extends true ? [] : [never]): void => {};

const foyer = new Foyer({ url: 'https://foyer.example', key: 'a-key' });
const dated = new Foyer({ url: 'https://foyer.example', key: 'a-key', dates: true });

export async function records(): Promise<void> {
  const person = await foyer.persons.create({ name: 'Ada Lovelace' });
  is<Person>()(person);
  is<Time>()(person.createdAt);
  is<string | null>()(person.phoneNumber);

  // @ts-expect-error: the name is required
  await foyer.persons.create({});
  // @ts-expect-error: there is no such field
  await foyer.persons.create({ name: 'Ada', nickname: 'Ada' });
  // @ts-expect-error: the id is missing
  await foyer.persons.get();
  // @ts-expect-error: an audience needs two ids
  await foyer.pages.audiences.get('page_1');
  // @ts-expect-error: nobody deletes accounts
  void foyer.accounts.delete;

  // A body without a required field can be left out.
  await foyer.pages.audiences.versions.create('page_1', 'audience_1');
  // @ts-expect-error: a page has required fields
  await foyer.pages.create();

  const page = await foyer.pages.get('page_1');
  const audience = await foyer.pages.audiences.update(page.pageId, 'audience_1', { customName: null });
  // @ts-expect-error: there is no such status
  void (audience.latestVersion.status === 'open');
}

export async function lists(): Promise<void> {
  is<List<PersonList>>()(foyer.persons.list());
  const page = await foyer.persons.list({ limit: 10, createdAfter: new Date(), sort: '-updatedAt' });
  is<number | null>()(page.totalCount);
  for await (const account of foyer.accounts.list()) is<Account>()(account);
  // @ts-expect-error: there is no such order
  foyer.persons.list({ sort: 'name' });
  // @ts-expect-error: a path is required
  await foyer.pageLinks.resolve({});
  for await (const submission of foyer.formSubmissions.export()) is<ReceivedForm>()(submission);
}

export async function options(): Promise<void> {
  const topic = await foyer.topics.get('topic_1');
  await foyer.topics.update('topic_1', { title: 'Prices' }, { ifMatch: topic });
  await foyer.topics.update('topic_1', { title: 'Prices' }, { ifMatch: etagOf(topic)! });
  await foyer.topics.get('topic_1', { ifNoneMatch: topic, signal: AbortSignal.timeout(10), timeoutMs: 10 });
  await foyer.persons.delete('person_1', { erase: true }, { ifMatch: '"1"' });
  // @ts-expect-error: reads have no idempotency key
  await foyer.topics.get('topic_1', { idempotencyKey: 'a' });
  // @ts-expect-error: creating matches nothing
  await foyer.topics.create({ title: 'Prices', purpose: null }, { ifMatch: topic });
}

export async function times(): Promise<void> {
  const person = await dated.persons.get('person_1');
  is<Date>()(person.createdAt);
  is<string | null>()(person.phoneNumber);
  const version = await dated.pages.audiences.versions.waitUntilPublished(
    'page_1',
    'audience_1',
    'version_1',
  );
  is<Date | null>()(version.publishedAt);
  for await (const account of dated.accounts.list())
    is<{ [K in keyof Person]: Person[K] extends Time ? Date : Person[K] }[]>()(account.linkedPersons);
}

export function failures(error: unknown): void {
  if (!(error instanceof FoyerError)) return;
  is<number | undefined>()(error.status);
  const [fault] = error.faults;
  is<
    | { pointer?: string; parameter?: string; code: string; message: string; conflictsWith?: string }
    | undefined
  >()(fault);
  if (error.isFrom('POST /v0/persons')) {
    const taken: Literal<typeof error.code> = 'email_taken';
    // @ts-expect-error: persons have no versions
    const other: Literal<typeof error.code> = 'version_not_found';
    // Those of guards and pipes, too: nobody can tell from the operation alone.
    const general: Literal<typeof error.code>[] = [
      'key_missing',
      'malformed_json',
      'rate_limited',
      'timed_out',
    ];
    void [taken, other, general];
  }
  // @ts-expect-error: there is no such operation
  error.isFrom('POST /v0/people');
}

/** The literals of a union that also has all strings. */
type Literal<T> = T extends string ? (string extends T ? never : T) : never;

export async function events(request: Request): Promise<void> {
  const event = await verifyWebhook(request.headers, await request.text(), 'whsec_…');
  is<Event>()(event);
  switch (event.payload.type) {
    case 'person.created':
      is<string>()(event.payload.personId);
      break;
    case 'page.version.published':
      is<number>()(event.payload.versionNumber);
      // @ts-expect-error: a version is not a person
      void event.payload.personId;
      break;
    // @ts-expect-error: there is no such event
    case 'person.born':
      break;
    default:
  }
  for await (const { payload, timestamp } of dated.events.stream({ type: 'topic.created' })) {
    is<Date>()(timestamp);
    if (payload.type === 'topic.created') is<string>()(payload.topicId);
  }
}
