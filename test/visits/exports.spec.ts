import type { Response } from 'supertest';
import type { ApiClient } from '../support/api-client.js';
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

it('an export has all rows once, however many there are', async () => {
  await service.pool.query(
    `insert into visit_event
     select tenant_id, visit_id, lpad(to_hex(n), 16, '0'), 'scroll', at, received_at, '{"depth":1}'
     from (select * from visit_event limit 1) e, generate_series(1, 3500) n`,
  );
  const ids = (await exported('visit_events')).map(({ eventId }) => eventId);
  expect(ids).toHaveLength(3502);
  expect(new Set(ids).size).toBe(3502);
});

it('an export goes on while visits are being forgotten', async () => {
  await service.pool.query('delete from visit');
  const [event] = await exported('visit_events');
  expect(event).toMatchObject({ pageLinkId: null, bot: null });
});
