import { personById, personView, uuidOf, wireId } from '../setup/built.ts';
import type { Row } from './row.ts';
import { shareOf } from '../seed.ts';

/** One of 100,000 persons. */
export const getPerson: Row = {
  name: 'GET person',
  route: 'GET /v0/persons/{}',
  requests: ({ readPersons }, connection) =>
    shareOf(readPersons, connection).map((personId) => ({
      method: 'GET',
      path: `/v0/persons/${wireId('person', personId)}`,
    })),
  limit: async ({ ids: [id = ''] }, { rows, tenantId }) => {
    const [person] = await rows<Parameters<typeof personView>[0]>({
      name: 'person',
      text: personById.text,
      values: [tenantId, uuidOf('person', id)],
    });
    return person ? { status: 200, body: JSON.stringify(personView(person)) } : { status: 404, body: '{}' };
  },
};
