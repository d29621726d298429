import { randomBytes } from 'node:crypto';
import { newUuid, personView, wireId } from '../setup/built.ts';
import type { Row } from './row.ts';

const EVENT = 'person.created';

/** One round trip that writes a person and its event, unless the address is taken. */
const TEXT = `
  with made as (
    insert into person (tenant_id, id, slug, name, email, email_key, search_text, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $5, $6, $7, $7) on conflict do nothing returning id
  ),
  event as (
    insert into event (id, tenant_id, type, resource, payload, created_at)
    select $8, $1, $9, $11, $10::json, $7 from made
  )
  select id from made`;

const newBody = () => {
  const name = randomBytes(8).toString('hex');
  return JSON.stringify({ name: `Person ${name}`, email: `${name}@gmail.com` });
};

/** One new person with an address of its own. */
export const postPerson: Row = {
  name: 'POST person',
  route: 'POST /v0/persons',
  requests: () => [
    {
      method: 'POST',
      path: '/v0/persons',
      headers: { 'content-type': 'application/json' },
      body: newBody(),
      setupRequest: (request) => ({ ...request, body: newBody() }),
    },
  ],
  mayDiffer: /person_\w{26}|\+\d{13}|[0-9a-f]{16}/g,
  limit: async ({ body }, { rows, tenantId }) => {
    const { name, email } = JSON.parse(body) as { name: string; email: string };
    const [id, slug, now] = [newUuid(), name.toLowerCase().replaceAll(' ', '-'), Date.now()];
    const personId = wireId('person', id);
    const event = JSON.stringify({ type: EVENT, personId });
    const made = await rows({
      name: 'new person',
      text: TEXT,
      values: [
        ...[tenantId, id, slug, name, email, `${name} ${email}`.toLowerCase(), new Date(now).toISOString()],
        ...[newUuid(), EVENT, event, personId],
      ],
    });
    if (made.length === 0) return { status: 409, body: '{}' };
    const none = { domain: null, phoneNumber: null, linkedinProfileUrl: null };
    const person = personView({ id, name, slug, email, ...none, createdAt: now, updatedAt: now });
    return { status: 201, body: JSON.stringify(person) };
  },
};
