import { z } from 'zod';
import type { Person } from '@foyer/client';
import { listOf, untrusted } from '../answers.js';
import { defineTool, given, idOf, paging } from '../tool.js';
import { dryRun, write } from '../writing.js';

const searchPersons = defineTool({
  name: 'search_persons',
  title: 'Search persons',
  description:
    'Finds persons by name, email address or domain of their company; without a query, lists the newest.',
  kind: 'read',
  scopes: ['persons:read'],
  input: { query: z.string().min(1).optional().describe('Words of the name, or an address.'), ...paging },
  run: async ({ foyer }, { query, ...page }) =>
    listOf(
      await (query ? foyer.persons.search(given({ query, ...page })) : foyer.persons.list(given(page))),
      short,
    ),
});

const getPerson = defineTool({
  name: 'get_person',
  title: 'Read a person',
  description:
    'A person with all fields. list_audiences with the id finds the pages that are personalised for them.',
  kind: 'read',
  scopes: ['persons:read'],
  input: { personId: idOf('person', 'The person, from search_persons.') },
  run: async ({ foyer }, { personId }) => {
    const person = await foyer.persons.get(personId);
    const { phoneNumber, linkedinProfileUrl, createdAt, updatedAt } = person;
    return {
      ...short(person),
      phoneNumber: untrusted(phoneNumber),
      linkedinProfileUrl: untrusted(linkedinProfileUrl),
      ...{ createdAt, updatedAt },
    };
  },
});

const createPerson = defineTool({
  name: 'create_person',
  title: 'Create a person',
  description:
    'Creates a person, for whom create_audience can personalise a page. Search before, to create nobody twice.',
  kind: 'create',
  scopes: ['persons:write'],
  input: {
    name: z.string().min(1),
    email: z.email().optional(),
    domain: z.string().optional().describe('Domain of the company, such as acme.example.'),
    dryRun,
  },
  run: ({ foyer }, { dryRun: isDryRun, ...input }) => {
    const body = given(input);
    return write(isDryRun, {
      operation: 'POST /v0/persons',
      body,
      send: async () => short(await foyer.persons.create(body)),
    });
  },
});

export const personTools = [searchPersons, getPerson, createPerson];

/** Visitors give their names and addresses in forms. */
function short({ personId, name, email, domain }: Person) {
  return { personId, name: untrusted(name), email: untrusted(email), domain: untrusted(domain) };
}
