import type { Client } from 'pg';
import { fill, LONG_LIST, NOW } from './fill.ts';

const PERSONS = 100_000;

export interface SeededContacts {
  persons: string[];
  accountId: string;
}

export async function seedContacts(client: Client, tenantId: string): Promise<SeededContacts> {
  const [accountId = ''] = await fill(client, tenantId, {
    table: 'account',
    count: LONG_LIST,
    columns: {
      domain: `'company-' || n || '.example'`,
      search_text: `'company-' || n || '.example'`,
      ...NOW,
    },
  });
  const persons = await fill(client, tenantId, {
    table: 'person',
    count: PERSONS,
    columns: {
      name: `'Person ' || n`,
      slug: `'person-' || n`,
      email: `'person-' || n || '@gmail.com'`,
      email_key: `'person-' || n || '@gmail.com'`,
      phone_number: `'+4930' || n`,
      search_text: `'person ' || n`,
      ...NOW,
    },
  });
  const log = {
    source: `'bench'`,
    type: `'webhook'`,
    payload: `'{"some": "thing"}'::json`,
    created_at: 'now()',
  };
  const account = `'${accountId}'::uuid`;
  await fill(client, tenantId, {
    table: 'account_log',
    count: LONG_LIST,
    columns: { ...log, account_id: account },
  });
  await fill(client, tenantId, {
    table: 'person_log',
    count: LONG_LIST,
    columns: { ...log, person_id: `'${persons[0]}'::uuid`, account_id: account, created_person: 'false' },
  });
  return { persons, accountId };
}
