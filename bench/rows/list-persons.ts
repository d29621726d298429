import { personList, personView } from '../setup/built.ts';
import type { Row } from './row.ts';
import { listAnswer } from './list-answer.ts';

const PAGE = 20;

type PersonRow = Parameters<typeof personView>[0] & { totalCount: number | null; place: string[] };

/** The first 20 of 100,000 persons. */
export const listPersons: Row = {
  name: 'LIST persons',
  route: 'GET /v0/persons',
  requests: () => [{ method: 'GET', path: '/v0/persons' }],
  limit: async (_, database) => {
    const { text } = personList.statement('first', []);
    const rows = await database.rows<PersonRow>({
      name: 'persons',
      text,
      values: [database.tenantId, PAGE + 1],
    });
    return listAnswer({ name: 'persons', limit: PAGE, rows, itemOf: personView }, database);
  },
};
