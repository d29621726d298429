import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { Records } from '../pages/records.js';
import { recordedEvents } from '../support/recorded-events.js';
import { useTestService } from '../support/test-service.js';
import { unknownId } from '../support/api/wire-values.js';
import { INTERACTION, START, visit } from './visits.js';

const { service, api, strangerApi } = useTestService();
const count = async (analyticsSessionId: string) =>
  (
    await service.pool.query('select 1 from audience_session where analytics_session_id = $1', [
      analyticsSessionId,
    ])
  ).rowCount;

describe('recording a visit', () => {
  it('keeps what was sent', async () => {
    const { body } = await api
      .post(
        '/v0/audience_sessions',
        visit({
          analyticsSessionId: 'visit-1',
          audienceId: exampleId('audience'),
          pageUrl: 'https://example.com/a',
          hasConversion: false,
          maxScrollDepthPercentage: 62.5,
          totalClicksCount: 7,
          utmSource: 'mail',
          formSubmission: {
            formSubmissionId: 'f-1',
            phone: '+4930123',
            linkedinProfileUrl: 'https://l.example/in/a',
          },
        }),
      )
      .expect(201);
    expect(body).toMatchObject({
      analyticsSessionId: 'visit-1',
      audienceSessionId: expect.stringMatching(/^session_/),
      audienceId: exampleId('audience'),
      pageId: exampleId('page'),
      pageTitle: 'Foyer for you',
      pageUrl: 'https://example.com/a',
      computationStatus: 'pending',
      formSubmissionId: 'f-1',
      formSubmissionEmail: null,
      formSubmissionPhone: '+4930123',
      formSubmissionIdentifier: 'https://l.example/in/a',
      formSubmissionIdentifierType: 'linkedin',
      hasFormSubmit: true,
      hasConversion: true,
      maxScrollDepthPercentage: 62.5,
      totalClicksCount: 7,
      sessionStartedAt: `+${START}`,
      utmSource: 'mail',
      utmTerm: null,
    });
    const path = `/v0/pages/${exampleId('page')}/audience_sessions`;
    expect((await api.get(`${path}/visit-1`).expect(200)).body).toEqual(body);
    expect((await api.get(`${path}/${body.audienceSessionId}`).expect(200)).body).toEqual(body);
  });

  it.each([
    ['email', { email: 'a@b.example', phone: '+49', linkedinProfileUrl: 'l' }, 'a@b.example'],
    ['tel', { phone: '+4930' }, '+4930'],
    [null, {}, null],
  ])('takes %s as what tells best who it was', async (type, known, identifier) => {
    const { body } = await api
      .post('/v0/audience_sessions', visit({ formSubmission: { formSubmissionId: 'f', ...known } }))
      .expect(201);
    expect([body.formSubmissionIdentifierType, body.formSubmissionIdentifier]).toEqual([type, identifier]);
  });

  it('names the visit itself where nobody did, and has no id of an audience where none was involved', async () => {
    const { body } = await api.post('/v0/audience_sessions', visit()).expect(201);
    expect(body).toMatchObject({
      analyticsSessionId: expect.stringMatching(/^visit_[0-9a-z]{26}$/),
      audienceSessionId: null,
      audienceId: null,
    });
  });

  it('takes a visit to no page of ours', async () => {
    const { body } = await api.post('/v0/audience_sessions', { sessionStartedAt: `+${START}` }).expect(201);
    expect(body).toMatchObject({ pageId: null, pageTitle: null, sessionEndedAt: null });
  });

  it('happens once under one name, however many do it at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        api.post('/v0/audience_sessions', visit({ analyticsSessionId: 'crowd' })),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(29).fill(200), 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await count('crowd')).toBe(1);
    const events = await recordedEvents(service, { type: 'session.recorded', analyticsSessionId: 'crowd' });
    expect(events).toHaveLength(1);
  });

  it('is answered once more under its name, also where its page is deleted since', async () => {
    const { pageId } = await new Records(api).page();
    const given = visit({ analyticsSessionId: 'of-a-deleted-page', pageId });
    const { body } = await api.post('/v0/audience_sessions', given).expect(201);
    await api.delete(`/v0/pages/${pageId}`).expect(200);
    expect((await api.post('/v0/audience_sessions', given).expect(200)).body).toEqual(body);
  });

  it('of one tenant has nothing to do with that of another', async () => {
    const mine = await api.post('/v0/audience_sessions', visit({ analyticsSessionId: 'shared' })).expect(201);
    await strangerApi
      .post('/v0/audience_sessions', { analyticsSessionId: 'shared', sessionStartedAt: `+${START}` })
      .expect(201);
    expect(mine.body.pageId).toBe(exampleId('page'));
    expect(await count('shared')).toBe(2);
  });
});

describe('a visit that can not be', () => {
  it.each([
    ['without a beginning', visit({ sessionStartedAt: undefined }), '/sessionStartedAt'],
    ['that ended before it began', visit({ sessionEndedAt: `+${START - 1}` }), '/sessionEndedAt'],
    ['under a name like ours', visit({ analyticsSessionId: exampleId('session') }), '/analyticsSessionId'],
    [
      'under the name of a visit of the site',
      visit({ analyticsSessionId: 'visit_01h455vb4pex5vsknk084sn02q' }),
      '/analyticsSessionId',
    ],
    ['under a name of 129 characters', visit({ analyticsSessionId: 'x'.repeat(129) }), '/analyticsSessionId'],
    ['scrolled past the end', visit({ maxScrollDepthPercentage: 100.1 }), '/maxScrollDepthPercentage'],
    [
      'with half an interaction',
      visit({ interactions: [{ ...INTERACTION, label: undefined }] }),
      '/interactions/0/label',
    ],
  ])('is refused: %s', async (_, body, pointer) => {
    const { body: problem } = await api.post('/v0/audience_sessions', body).expect(400);
    expect(problem.errors).toEqual([expect.objectContaining({ pointer })]);
  });

  it.each([
    ['page', { pageId: unknownId('page') }, '/pageId'],
    ['page', { pageId: 'nonsense' }, '/pageId'],
    ['audience', { audienceId: unknownId('audience') }, '/audienceId'],
  ])('is refused: of an unknown %s', async (_, place, pointer) => {
    const { body } = await api
      .post('/v0/audience_sessions', { sessionStartedAt: `+${START}`, ...place })
      .expect(422);
    expect(body.errors[0].pointer).toBe(pointer);
  });

  it("is refused: of another page's audience", async () => {
    const { body: page } = await api
      .post('/v0/pages', {
        ...{ name: 'Other', pageContext: 'x', pageType: 'custom', brandId: 'b' },
        ...{ actions: [], actionCardWidgets: [], scripts: [] },
      })
      .expect(201);
    const given = visit({ pageId: page.pageId, audienceId: exampleId('audience') });
    const { body } = await api.post('/v0/audience_sessions', given).expect(422);
    expect(body.errors[0].pointer).toBe('/audienceId');
  });

  it("is refused: of another tenant's page", async () => {
    await strangerApi.post('/v0/audience_sessions', visit()).expect(422);
  });
});
