import { pathOf, Records } from '../pages/records.js';
import { dumpOf } from '../support/database/database-dump.js';
import { useTestService } from '../support/test-service.js';

const { service, api } = useTestService();

interface Row {
  operation: string;
  record: string | null;
  parent: string | null;
  changes: object | null;
  actor: string;
}

async function rowsOf(requestIds: readonly string[]): Promise<Row[]> {
  const { rows } = await service.pool.query<Row>(
    `select operation, record, parent, changes, actor from audit_entry
     where tenant_id = $1 and request_id = any($2) order by id`,
    [service.home.id, requestIds],
  );
  return rows;
}

it('an erased person leaves who did what and when, without ids and values', async () => {
  const requestIds: string[] = [];
  const done = ({ headers }: { headers: Record<string, string> }) =>
    void requestIds.push(headers['x-request-id']!);
  const created = await api.post('/v0/persons', { name: 'Ada', email: 'ada@erased.example' }).expect(201);
  done(created);
  const { personId } = created.body;
  done(await api.patch(`/v0/persons/${personId}`, { name: 'Ada King' }).expect(200));
  done(await api.post('/v0/person_logs', { personId, source: 'mail', payload: { text: 'x' } }).expect(201));
  const records = new Records(api);
  const audience = await records.audience({ personId });
  done(await api.patch(pathOf(audience), { customName: 'Ada' }).expect(200));
  const about = (await rowsOf(requestIds)).filter(({ operation }) => operation !== 'account.created');
  expect(about.every(({ record }) => record !== null)).toBe(true);

  done(await api.delete(`/v0/persons/${personId}?erase=true`).expect(200));
  const left = (await rowsOf(requestIds)).filter(({ operation }) => operation !== 'account.created');
  const key = `key_${service.home.key.split('_')[1]}`;
  const operations = [...about.map(({ operation }) => operation), 'person.deleted', 'person.erased'];
  expect(operations).toEqual(
    expect.arrayContaining(['person.created', 'person.log.created', 'audience.updated']),
  );
  for (const operation of operations)
    expect(left).toContainEqual({ operation, record: null, parent: null, changes: null, actor: key });
  const dump = (await dumpOf(service)).filter((row) => row.startsWith('public.audit_entry'));
  expect(dump.length).toBeGreaterThan(0);
  expect(dump.filter((row) => row.includes(personId) || row.includes(audience.audienceId))).toEqual([]);
});
