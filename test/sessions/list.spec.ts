import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { useTestService } from '../support/test-service.js';
import { unknownId } from '../support/api/wire-values.js';
import { INTERACTION, START, visit } from './visits.js';

const { api, strangerApi } = useTestService();
const path = `/v0/pages/${exampleId('page')}/audience_sessions`;

beforeAll(async () => {
  for (const [name, more] of [
    ['a', { sessionStartedAt: `+${START + 1000}` }],
    ['b', { sessionStartedAt: `+${START + 3000}`, audienceId: exampleId('audience') }],
    ['c', { sessionStartedAt: `+${START + 2000}`, hasConversion: true }],
  ] as const)
    await api.post('/v0/audience_sessions', visit({ analyticsSessionId: name, ...more })).expect(201);
});

const names = async (query: string) => {
  const { body } = await api.get(`${path}?${query}`).expect(200);
  return (body.items as { analyticsSessionId: string }[]).map((session) => session.analyticsSessionId);
};

describe('the sessions of a page', () => {
  it('come in the order in which they began, the last first', async () => {
    expect(await names('')).toEqual(['b', 'c', 'a', 'sample-visit']);
  });

  it('are walked page by page', async () => {
    const first = await api.get(`${path}?limit=3`).expect(200);
    expect(first.body).toMatchObject({ hasMore: true, totalCount: 4 });
    expect(await names(`limit=3&cursor=${first.body.nextCursor}`)).toEqual(['sample-visit']);
  });

  it.each([
    [`audienceId=${exampleId('audience')}`, ['b', 'sample-visit']],
    ['audienceId=nonsense', []],
    ['audienceId=', []],
    ['hasConversion=true', ['c']],
    ['hasConversion=false&computationStatus=pending', ['b', 'a']],
    ['computationStatus=completed', ['sample-visit']],
    [`from=%2B${START + 2000}`, ['b', 'c']],
    [`from=+${START + 1000}&to=+${START + 2000}`, ['a']],
  ])('can be limited: %s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it.each(['from=yesterday', 'hasConversion=maybe', 'computationStatus=done', 'until=1'])(
    'refuse a filter that makes no sense: %s',
    async (query) => {
      const { body } = await api.get(`${path}?${query}`).expect(400);
      expect(body.errors[0].parameter).toBe(query.split('=')[0]);
    },
  );

  it('are not there for a page that is not', async () => {
    await api.get('/v0/pages/nonsense/audience_sessions').expect(404);
    await strangerApi.get(path).expect(404);
  });

  it('are found only below their own page', async () => {
    const { body } = await api.get(`/v0/pages/${unknownId('page')}/audience_sessions/a`).expect(404);
    expect(body.code).toBe('session_not_found');
  });
});

describe('interactions', () => {
  it('are answered as they were recorded, by either name', async () => {
    const { body } = await api
      .post(
        '/v0/audience_sessions',
        visit({ audienceId: exampleId('audience'), interactions: [INTERACTION] }),
      )
      .expect(201);
    for (const name of [body.audienceSessionId, body.analyticsSessionId]) {
      const answer = await api.get(`/v0/audience_sessions/${name}/interactions`).expect(200);
      expect(answer.body).toEqual({ found: true, interactions: [INTERACTION] });
    }
  });

  it.each(['unknown', unknownId('session'), '%20', 'a%2Fb', '%00'])(
    'of a session that is not there are none: %s',
    async (name) => {
      const { body } = await api.get(`/v0/audience_sessions/${name}/interactions`).expect(200);
      expect(body).toEqual({ found: false, interactions: [] });
    },
  );

  it("of another tenant's session are none", async () => {
    const { body } = await strangerApi.get('/v0/audience_sessions/sample-visit/interactions').expect(200);
    expect(body).toEqual({ found: false, interactions: [] });
  });
});
