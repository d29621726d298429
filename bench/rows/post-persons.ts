import { randomBytes } from 'node:crypto';
import { newUuid, personView, wireId } from '../setup/built.ts';
import { manyPersons, PERSONS_PATH, type NewPerson } from '../setup/many-persons.ts';
import type { Row } from './row.ts';

const ITEMS = 100;

/** One round trip that writes the accounts, the persons and an event for each. */
const TEXT = `
  with new_account as (
    insert into account (tenant_id, id, domain, search_text, created_at, updated_at)
    select $1, id, domain, domain, $6, $6 from json_to_recordset($2) as given (id uuid, domain text)
    on conflict do nothing returning id, domain
  ),
  new_person as (
    insert into person
      (tenant_id, id, slug, name, email, email_key, domain, search_text, account_id, created_at, updated_at)
    select $1, given.id, slug, name, email, email, given.domain, lower(name || ' ' || email), new_account.id, $6, $6
    from json_to_recordset($3) as given (id uuid, slug text, name text, email text, domain text)
      join new_account on new_account.domain = given.domain
    on conflict do nothing returning id
  ),
  event as (
    insert into event (id, tenant_id, type, resource, payload, created_at)
    select id, $1, type, resource, payload, $6
    from json_to_recordset($4) as given (id uuid, type text, resource text, payload json)
    where (select count(*) from new_person) = $5::int
  )
  select id from new_person`;

const newBody = () => manyPersons(ITEMS, randomBytes(8).toString('hex'));

/** A hundred new persons of ten new companies. */
export const postPersons: Row = {
  name: `POST ${ITEMS} persons`,
  route: `POST ${PERSONS_PATH}`,
  requests: () => [
    {
      method: 'POST',
      path: PERSONS_PATH,
      headers: { 'content-type': 'application/json' },
      body: newBody(),
      setupRequest: (request) => ({ ...request, body: newBody() }),
    },
  ],
  mayDiffer: /person_\w{26}|\+\d{13}|[0-9a-f]{16}/g,
  limit: async ({ body }, { rows, tenantId }) => {
    const { items } = JSON.parse(body) as { items: NewPerson[] };
    const now = Date.now();
    const persons = items.map((item) => ({
      ...item,
      id: newUuid(),
      slug: item.name.toLowerCase().replaceAll(' ', '-'),
    }));
    const accounts = [...new Set(items.map(({ domain }) => domain))].map((domain) => ({
      id: newUuid(),
      domain,
    }));
    const events = [
      ...accounts.map(({ id }) => eventOf('account.created', { accountId: wireId('account', id) })),
      ...persons.map(({ id }) => eventOf('person.created', { personId: wireId('person', id) })),
    ];
    const made = await rows({
      name: 'new persons',
      text: TEXT,
      values: [
        ...[tenantId, JSON.stringify(accounts), JSON.stringify(persons), JSON.stringify(events)],
        ...[persons.length, new Date(now).toISOString()],
      ],
    });
    if (made.length < persons.length) return { status: 409, body: '{}' };
    const none = { phoneNumber: null, linkedinProfileUrl: null };
    const results = persons.map((person) => ({
      status: 201,
      record: personView({ ...person, ...none, createdAt: now, updatedAt: now }),
      problem: null,
    }));
    return { status: 200, body: JSON.stringify({ results }) };
  },
};

function eventOf(type: string, details: Record<string, string>): object {
  return { id: newUuid(), type, resource: Object.values(details)[0], payload: { type, ...details } };
}
