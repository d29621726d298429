import { useTestService } from '../support/test-service.js';
import { Mentioner } from './mentioner.js';

// No worker: jobs are done by hand.
const used = useTestService({ ROLE: 'api' });
const { service, api } = used;
const mentioner = new Mentioner(used);

/** From now on, the server refuses statements that change more rows of the table at once. */
async function limit(table: string, change: 'update' | 'delete', max: number): Promise<void> {
  await service.pool.query(`
    create function refuse_many_in_${table}() returns trigger language plpgsql as $$
    begin
      if (select count(*) from changed) > ${max} then raise 'too many rows in one statement';
      end if;
      return null;
    end $$;
    create trigger refuse_many after ${change} on ${table} referencing old table as changed
      for each statement execute function refuse_many_in_${table}()`);
}

it('many sessions of a person are erased in steps', async () => {
  await limit('audience_session', 'update', 200);
  const { email, personId } = await mentioner.newPerson();
  const form = { formSubmissionId: 'sent', email };
  const given = { sessionStartedAt: '+1763164800000', formSubmission: form };
  const { body } = await api.post('/v0/audience_sessions', given).expect(201);
  await service.pool.query(
    `insert into audience_session
     select copied.* from audience_session s, generate_series(1, 450) n, lateral json_populate_record(
       s, json_build_object('id', gen_random_uuid(), 'analytics_session_id', 'copy ' || n)
     ) as copied
     where s.analytics_session_id = $1`,
    [body.analyticsSessionId],
  );
  expect(await mentioner.erase(personId, '&maxMentions=451')).toMatchObject({ sessions: 451, mentions: 0 });
  const { rows } = await service.pool.query<{ email: string | null; count: number }>(
    `select form_submission_email as email, count(*)::int from audience_session
     where form_submission_id = 'erased' group by 1`,
  );
  expect(rows).toEqual([{ email: null, count: 451 }]);
});

it('stored answers are searched in steps, by their values and texts', async () => {
  const { email, personId } = await mentioner.newPerson({ phoneNumber: '+4915550123456' });
  const chosen = 'My-Own-Name';
  const form = { formSubmissionId: 'sent', email };
  const session = { analyticsSessionId: chosen, sessionStartedAt: '+1763164800000', formSubmission: form };
  await api.post('/v0/audience_sessions', session).expect(201);
  const erased = [
    { personId },
    { of: [personId] },
    { 'a "quoted\\ name': 1, session: chosen },
    { said: `Ask ${email.toUpperCase()}, please` },
    { phone: '+4915550123456' },
  ];
  const kept = [{ personId: `${personId}x` }, { about: `see ${personId}` }, { phone: '+49155501234567' }];
  const bodies = [...erased, ...kept].flatMap((body) =>
    Array.from({ length: 301 }, () => JSON.stringify(body)),
  );
  await service.pool.query(
    `insert into idempotent_answer (tenant_id, key, request_hash, status, body, created_at)
     select $1, 'key ' || n, '', 200, body, now() from unnest($2::text[]) with ordinality as given (body, n)`,
    [service.home.id, bodies],
  );
  await limit('idempotent_answer', 'delete', 500);
  expect(await mentioner.erase(personId)).toMatchObject({ storedAnswers: erased.length * 301 });
  const { rows } = await service.pool.query<{ body: string }>(
    `select distinct body from idempotent_answer where key like 'key %'`,
  );
  expect(rows.map(({ body }) => body).sort()).toEqual(kept.map((body) => JSON.stringify(body)).sort());
});
