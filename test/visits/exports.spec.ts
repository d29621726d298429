import type { Response } from 'supertest';
import { apiClient, type ApiClient } from '../support/api/api-client.js';
import { useTestService } from '../support/test-service.js';
import { until } from '../support/until.js';
import { TrackedVisitor } from './tracked-visitor.js';

const used = useTestService({ ROLE: 'all' });
const { api, strangerApi, service } = used;
const visitor = new TrackedVisitor(used);

async function exported(path: string, by: ApiClient = api): Promise<Record<string, unknown>[]> {
  const { body, headers } = await by.get(`/v0/exports/${path}`).buffer(true).parse(asText).expect(200);
  expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
  const lines = (body as string).split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

function asText(res: Response, done: (error: Error | null, text: string) => void): void {
  let text = '';
  res.on('data', (chunk: Buffer) => (text += chunk.toString()));
  res.on('end', () => done(null, text));
}

it('sessions and what visitors did are exported, each on a line, and only to their tenant', async () => {
  await visitor.shown('/exported');
  const tab = await visitor.tab('/exported');
  const view = visitor.view(tab, { referrer: 'https://www.example.org/', width: 500 });
  await visitor.tell(tab, [view, { type: 'custom', name: 'plan', data: { size: 3 } }]).expect(202);
  const session = await visitor.session(tab, 'pending');
  const { body: recorded } = await api
    .post('/v0/audience_sessions', { sessionStartedAt: '+1763164800000' })
    .expect(201);
  await until(async () => {
    const { body } = await api.get(`/v0/audience_sessions/${recorded.analyticsSessionId}`);
    return body.computationStatus === 'completed';
  });

  const all = await exported('audience_sessions');
  const sessions = all.filter(({ analyticsSessionId }) => analyticsSessionId !== 'sample-visit');
  expect(sessions).toHaveLength(2);
  expect(sessions[0]).toEqual({
    ...session,
    ...{ pageLinkId: expect.stringMatching(/^link_/), referrer: 'www.example.org', device: 'phone' },
    ...{ language: 'en', visitRules: 1, computationFailure: null, interactions: [] },
  });
  expect(sessions[1]).toMatchObject({ analyticsSessionId: recorded.analyticsSessionId, device: null });
  const events = await exported('visit_events');
  expect(events).toContainEqual({
    analyticsSessionId: session.analyticsSessionId,
    pageLinkId: sessions[0]!.pageLinkId,
    eventId: expect.stringMatching(/^[0-9a-f]{16}$/),
    ...{ at: expect.stringMatching(/^\+\d+$/), receivedAt: expect.stringMatching(/^\+\d+$/) },
    ...{ type: 'custom', bot: null, details: { name: 'plan', data: { size: 3 } } },
  });
  expect(events).toHaveLength(2);
  for (const path of ['audience_sessions', 'visit_events']) {
    expect(await exported(path, strangerApi)).toEqual([]);
    expect(await exported(`${path}?from=%2B${Date.now() + 60_000}`)).toEqual([]);
    expect(await exported(`${path}?from=%2B${Date.now() - 600_000}`)).toHaveLength(2);
  }
});

describe('senders and questions in exports', () => {
  const ASKED = 'May jane@works.example come along?';
  const SENDER = { email: 'jane@works.example', phone: '+4915550123456' };
  const form = { formSubmissionId: 'sent', ...SENDER };
  const interaction = {
    ...{ componentContext: 'question', componentId: 'question-box', groundingChunkIds: [], options: [] },
    ...{ label: ASKED, responseText: 'Yes, jane@works.example may.', timestamp: 1 },
  };

  beforeAll(async () => {
    const given = { analyticsSessionId: 'asked-and-sent', sessionStartedAt: '+1763164800000' };
    await api
      .post('/v0/audience_sessions', { ...given, formSubmission: form, interactions: [interaction] })
      .expect(201);
    const { visitId } = await newestEvent();
    const stored = [
      ['form', { formSubmissionId: 'sent', ...SENDER, linkedinProfileUrl: 'linkedin.com/in/jane' }],
      ['question', { label: ASKED, responseText: 'Yes', groundingChunkIds: ['entry'] }],
    ] as const;
    for (const [type, details] of stored)
      await service.pool.query(
        `insert into visit_event select tenant_id, visit_id, $1, $1, at, received_at, $2
         from visit_event where visit_id = $3 limit 1`,
        [type, JSON.stringify(details), visitId],
      );
  });

  async function newestEvent(): Promise<{ visitId: string }> {
    const { rows } = await service.pool.query('select visit_id as "visitId" from visit_event limit 1');
    return rows[0] as { visitId: string };
  }

  async function exportedTo(scopes: string[]) {
    const by = apiClient(service.url, await service.keyWith(scopes));
    const isSession = ({ analyticsSessionId }: Record<string, unknown>) =>
      analyticsSessionId === 'asked-and-sent';
    const session = (await exported('audience_sessions', by)).find(isSession)!;
    const events = await exported('visit_events', by);
    const detailsOf = (type: string) => events.find((event) => event.type === type)!.details;
    return { session, form: detailsOf('form'), question: detailsOf('question') };
  }

  const EXPORTS = ['sessions:read', 'visits:read'];
  const WITHOUT_ADDRESS = { formSubmissionEmail: null, formSubmissionPhone: null };
  const WITHOUT_IDENTIFIER = { formSubmissionIdentifier: null, formSubmissionIdentifierType: null };

  it('need the scopes of forms and questions', async () => {
    const { session, form, question } = await exportedTo(EXPORTS);
    expect(session).toMatchObject({ ...WITHOUT_ADDRESS, ...WITHOUT_IDENTIFIER, interactions: null });
    expect(session).toMatchObject({ formSubmissionId: 'sent', hasFormSubmit: true });
    expect(form).toEqual({ formSubmissionId: 'sent', email: null, phone: null, linkedinProfileUrl: null });
    expect(question).toEqual({ label: null, responseText: null, groundingChunkIds: ['entry'] });
    expect(JSON.stringify([session, form, question])).not.toMatch(/jane|5550/);
  });

  it('are shown to a key with one of these scopes as far as it goes', async () => {
    const forForms = await exportedTo([...EXPORTS, 'forms:read']);
    expect(forForms.session).toMatchObject({ formSubmissionEmail: SENDER.email, interactions: null });
    expect(forForms.form).toMatchObject(SENDER);
    expect(forForms.question).toMatchObject({ label: null });
    const forQuestions = await exportedTo([...EXPORTS, 'questions:read']);
    expect(forQuestions.session).toMatchObject({ ...WITHOUT_ADDRESS, interactions: [interaction] });
    expect(forQuestions.form).toMatchObject({ email: null });
    expect(forQuestions.question).toMatchObject({ label: ASKED });
  });

  it('are still read one by one with the scope of sessions alone', async () => {
    const by = apiClient(service.url, await service.keyWith(['sessions:read']));
    const path = '/v0/audience_sessions/asked-and-sent';
    expect((await by.get(path).expect(200)).body).toMatchObject({ formSubmissionEmail: SENDER.email });
    const { body } = await by.get(`${path}/interactions`).expect(200);
    expect(body).toEqual({ found: true, interactions: [interaction] });
  });
});

it('an export has all rows once, however many there are', async () => {
  await service.pool.query(
    `insert into visit_event
     select tenant_id, visit_id, lpad(to_hex(n), 16, '0'), 'scroll', at, received_at, '{"depth":1}'
     from (select * from visit_event limit 1) e, generate_series(1, 3500) n`,
  );
  const ids = (await exported('visit_events')).map(({ eventId }) => eventId);
  expect(ids).toHaveLength(3504);
  expect(new Set(ids).size).toBe(3504);
});

it('an export goes on while visits are being forgotten', async () => {
  await service.pool.query('delete from visit');
  const [event] = await exported('visit_events');
  expect(event).toMatchObject({ pageLinkId: null, bot: null });
});
