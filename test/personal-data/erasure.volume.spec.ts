import { Client } from 'pg';
import { PERSONAL_TABLES } from '../../src/application/modules.js';
import { submissionsOfPerson } from '../../src/modules/forms/submission-eraser.js';
import { audiencesWithMention } from '../../src/modules/pages/erasing/mention-eraser.js';
import {
  countUnlinked,
  lockMentions,
  lockSessions,
  sessionsOfPerson,
  sessionsToErase,
} from '../../src/modules/sessions/session-eraser.js';
import { deleteEvents, deleteVisits } from '../../src/modules/visits/visit-eraser.js';
import { newUuid } from '../../src/shared/kernel/ids.js';
import { countIn, erasureIn } from '../../src/shared/personal-data/mentions.js';
import { planOf, scansIn } from '../lists/plan.js';
import { useTestService } from '../support/test-service.js';

const SESSIONS = 200_000;
const SEEDING_MS = 300_000;
/** Of an erasure, whatever the number of sessions. */
const LONGEST_MS = 10_000;

let client: Client;
// Before the service drops its database.
afterAll(() => client.end());
const { service, api } = useTestService({ ROLE: 'api' });

/** Each session has the address of somebody else, as if every visitor had sent a form. */
const SEED = `
  set session_replication_role = replica;
  insert into audience_session (tenant_id, id, created_at, updated_at, analytics_session_id, form_submission_id,
    form_submission_email, computation_status, has_conversion, is_bounce, questions_asked_count, total_clicks_count,
    session_started_at, interactions, person_hashes)
  select '$TENANT', new_uuid(), now(), now(), 'seeded ' || n, 'form ' || n, 'visitor' || n || '@works.example',
    'completed', true, false, 0, 0, now(), '[]', array[n, n + 1000000]
  from generate_series(1, ${SESSIONS}) n;
  insert into visit (tenant_id, id, page_link_id, visit_key, page_id, audience_id)
  select '$TENANT', new_uuid(), gen_random_uuid(), n::text, gen_random_uuid(), gen_random_uuid()
  from generate_series(1, ${SESSIONS / 4}) n;
  insert into visit_event (tenant_id, visit_id, id, type, at, received_at, details, person_hashes)
  select tenant_id, id, lpad(visit_key, 16, '0'), 'form', now(), now(), '{"email":"visitor@works.example"}',
    array[visit_key::bigint]
  from visit where tenant_id = '$TENANT';
  insert into analytics_value (tenant_id, dimension, value, number, person_hashes)
  select '$TENANT', 'question', 'visitor' || n || '@works.example?', n, array[n::bigint]
  from generate_series(1, ${SESSIONS / 4}) n;
  set session_replication_role = origin`;

beforeAll(async () => {
  client = new Client({ connectionString: service.databaseUrl });
  await client.connect();
  await client.query(SEED.replaceAll('$TENANT', service.home.id));
  await client.query('vacuum analyze');
  // As on the connections of the service (decision 81).
  await client.query('set enable_seqscan = off; set jit = off');
}, SEEDING_MS);

describe(`with ${SESSIONS} sessions that have an address`, () => {
  const ids = () => `{${newUuid()},${newUuid()}}`;
  const hashes = '{17,1000017}';
  const statements: [string, { name: string; text: string }, () => unknown[]][] = [
    ['the sessions of a person are found', sessionsOfPerson, () => [ids(), '{a,b}', '{c,d}', hashes]],
    ['the sessions of a person are found again', sessionsToErase, () => [ids(), ids()]],
    ['sessions that are not linked to a person are counted', countUnlinked, () => [ids(), ids(), '{a,b}']],
    ['the sessions of a person are locked', lockSessions, () => [ids()]],
    ['mentions are counted', countIn(PERSONAL_TABLES.filter(({ isIndexed }) => isIndexed)), () => [hashes]],
    ['sessions that mention a person are found', lockMentions, () => [hashes, 500]],
    ['forms of a person are found', submissionsOfPerson, () => [newUuid(), '{a,b}']],
    ['audiences that mention a person are found', audiencesWithMention, () => [hashes, 500]],
    ['visits of a person are deleted', deleteVisits, () => [ids(), ids(), ids()]],
    ['events of a person are deleted', deleteEvents, () => [ids()]],
    ...PERSONAL_TABLES.filter(({ whenMentioned }) => ['erase', 'delete'].includes(whenMentioned)).map(
      (table): [string, { name: string; text: string }, () => unknown[]] => [
        `mentions in ${table.name} are erased`,
        erasureIn(table),
        () => ['{-17,-18}', 500],
      ],
    ),
  ];

  it.each(statements)('%s by an index', async (_, { text }, values) => {
    const given = [service.home.id, ...values()];
    for (const planning of ['custom', 'usual'] as const)
      expect([
        planning,
        scansIn(await planOf(client, { text, values: given, common: given }, planning)),
      ]).toEqual([planning, []]);
  });

  it('a person is erased in time', async () => {
    const email = 'jane@works.example';
    const { body } = await api.post('/v0/persons', { name: 'Jane', email }).expect(201);
    const form = { formSubmissionId: 'sent', email };
    const given = { sessionStartedAt: '+1763164800000', formSubmission: form };
    for (let sessions = 0; sessions < 20; sessions++)
      await api.post('/v0/audience_sessions', given).expect(201);
    const startedAt = performance.now();
    const answer = await api.delete(`/v0/persons/${body.personId}?erase=true`).expect(200);
    const tookMs = performance.now() - startedAt;
    expect(answer.body.erased).toMatchObject({ sessions: 20 });
    expect(tookMs).toBeLessThan(LONGEST_MS);
  });
});
