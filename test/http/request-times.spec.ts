import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { wireTime } from '../../src/shared/kernel/wire-time.js';
import { useTestService } from '../support/test-service.js';

const { api } = useTestService();

/** The subscription of the samples that is active. */
const SWITCHED_ON = 2;

const VERSIONS = `/v0/pages/${exampleId('page')}/audiences/${exampleId('audience')}/versions`;
const BEGAN = Date.UTC(2025, 10, 15, 12, 30, 0, 250);

describe('a time of RFC 3339', () => {
  it('is taken in a body, and answered in the form of all answers', async () => {
    const visit = {
      sessionStartedAt: '2025-11-15T12:30:00.250Z',
      sessionEndedAt: '2025-11-15T18:00:00.2509+05:30',
    };
    const { body } = await api.post('/v0/audience_sessions', visit).expect(201);
    expect(body).toMatchObject({ sessionStartedAt: wireTime(BEGAN), sessionEndedAt: wireTime(BEGAN) });
  });

  it('is taken for the publication of a version', async () => {
    const moment = new Date(Math.floor(Date.now() / 1000) * 1000 + 86_400_000);
    const publishAt = moment.toISOString().replace('.000Z', '-00:00');
    const { body } = await api.post(VERSIONS, { publishAt }).expect(201);
    expect(body.publishAt).toBe(wireTime(moment));
    await api.post(`${VERSIONS}/${body.versionId}/cancel`).expect(200);
  });

  it('is taken for events to deliver again', async () => {
    const replay = `/v0/webhook_subscriptions/${exampleId('webhook', SWITCHED_ON)}/replay`;
    const counted = async (from: string, to: string) =>
      (await api.post(replay, { from, to, dryRun: true }).expect(200)).body.eventsCount as number;
    const [from, to] = [new Date(Date.now() - 3_600_000), new Date(Date.now() + 3_600_000)];
    expect(await counted(from.toISOString(), to.toISOString())).toBe(
      await counted(wireTime(from), wireTime(to)),
    );
    expect(await counted(to.toISOString(), to.toISOString())).toBe(0);
  });

  it.each([
    '2025-11-15T12:30:00.250Z',
    encodeURIComponent('2025-11-15T13:30:00.250+01:00'),
    '2025-11-15T13:30:00.250+01:00',
    `+${BEGAN}`,
  ])('is taken in a query: %s', async (from) => {
    const name = `times-${from.replaceAll(/\W/g, '')}`;
    const add = (sessionStartedAt: string, part: string) =>
      api.post('/v0/audience_sessions', {
        pageId: exampleId('page'),
        analyticsSessionId: `${name}-${part}`,
        sessionStartedAt,
      });
    await add(wireTime(BEGAN - 1), 'before').expect(201);
    await add(wireTime(BEGAN), 'after').expect(201);
    const { body } = await api
      .get(`/v0/pages/${exampleId('page')}/audience_sessions?limit=100&from=${from}`)
      .expect(200);
    const found = (body.items as { analyticsSessionId: string }[]).map((each) => each.analyticsSessionId);
    expect(found).toContain(`${name}-after`);
    expect(found).not.toContain(`${name}-before`);
  });

  it('is bound to a cursor as a moment, in whatever form', async () => {
    const list = '/v0/events?limit=1';
    const { body } = await api.get(`${list}&from=2020-01-01T00:00:00Z`).expect(200);
    const next = (from: string) => api.get(`${list}&from=${from}&cursor=${body.nextCursor}`);
    await next(wireTime(Date.UTC(2020, 0, 1))).expect(200);
    await next('2020-01-01T00:00:01Z').expect(400);
  });

  it.each([
    ['2025-11-15', 'wrong_pattern', /RFC 3339.*milliseconds/],
    ['2025-06-30T23:59:60Z', 'impossible_time', /leap second/],
    ['2025-02-29T00:00:00Z', 'impossible_time', /day that does not exist/],
    ['2025-02-28T25:00:00Z', 'impossible_time', /time of day/],
    ['1969-12-31T23:59:59Z', 'out_of_range', /must be from \+10 /],
  ])('%s is refused as %s', async (time, code, message) => {
    const fault = { code, message: expect.stringMatching(message) };
    const posted = await api.post('/v0/audience_sessions', { sessionStartedAt: time }).expect(400);
    expect(posted.body.errors).toEqual([{ pointer: '/sessionStartedAt', ...fault }]);
    const listed = await api.get(`/v0/events?from=${time}`).expect(400);
    expect(listed.body.errors).toEqual([{ parameter: 'from', ...fault }]);
  });

  it('says which times a period of figures can have', async () => {
    const { body } = await api.get('/v0/analytics?from=1972-01-01T00:00:00Z').expect(400);
    expect(body.errors).toMatchObject([{ parameter: 'from', code: 'out_of_range' }]);
    expect(body.errors[0].message).toContain('1973-03-03T09:46:40.000Z');
  });

  it.each([5, true, {}, ['2025-11-15T00:00:00Z']])('is a text, and not %j', async (sessionStartedAt) => {
    const { body } = await api.post('/v0/audience_sessions', { sessionStartedAt }).expect(400);
    expect(body.errors).toMatchObject([{ pointer: '/sessionStartedAt', code: 'wrong_type' }]);
  });
});
