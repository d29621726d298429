import { jest } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { EnrichSubmissionHandler } from '../../src/modules/forms/enrichment/enrich-submission.handler.js';
import { enrichSubmission, failEnrichment } from '../../src/modules/forms/enrichment/enrichment.jobs.js';
import type { SubmissionView } from '../../src/modules/forms/dto/submissions.dto.js';
import { inContext } from '../../src/shared/database/transactions/work-context.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import { JobEngine } from '../../src/shared/jobs/job-engine.js';
import { FormVisitor } from '../site/form-visitor.js';
import { recordedEvents } from '../support/recorded-events.js';
import { StepwiseWorker } from '../support/stepwise-worker.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { answering, EnricherServer } from './enricher-server.js';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const PROFILE = 'https://www.linkedin.com/in/ada';
/** As long as a busy machine may take; nobody waits for it. */
const TIMEOUT_MS = 60_000;
const ADA = { name: 'Ada Lovelace', company: 'Analytical Engines', profile: PROFILE };

const enricher = new EnricherServer();
let service: TestService;
let worker: StepwiseWorker;
let visitor: FormVisitor;
let count = 0;
/** Of the call that is being made. */
let deadline: AbortController;

/** The time is up as soon as the question is there. */
const neverAnswering = () => deadline.abort(new DOMException('The time is up.', 'TimeoutError'));

beforeAll(async () => {
  const settings = {
    ENRICHER_URL: await enricher.start(),
    ENRICHER_SECRET: SECRET,
    ENRICHER_TIMEOUT_MS: String(TIMEOUT_MS),
  };
  service = await startTestService({ TRUST_PROXY: '1', ...settings });
  worker = new StepwiseWorker(service);
  visitor = new FormVisitor({ service, api: service.home.api, strangerApi: service.stranger.api });
  // Nobody wants to wait here for as long as the real thing does between its tries.
  const hasty = { retryLimit: 2, retryDelay: 0, retryBackoff: false };
  await service.app.get(JobEngine).boss.updateQueue(enrichSubmission.name, hasty);
});
afterAll(async () => {
  await service.close();
  await enricher.stop();
});
beforeEach(() => {
  enricher.asked.length = 0;
  enricher.ways = [answering(204)];
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    if (ms !== TIMEOUT_MS) return timeout(ms);
    deadline = new AbortController();
    return deadline.signal;
  });
});
afterEach(() => jest.restoreAllMocks());

/** A form is sent; answers what became of it once the service was asked. */
async function sent(fields: Record<string, string> = {}, form: object = {}): Promise<SubmissionView> {
  count++;
  const { formId } = await visitor.form(form);
  const to = await visitor.formAt(`/enriched-${count}`, { defaultFormId: formId });
  await visitor.send(to, { email: `ada${count}@company${count}.example`, ...fields }).expect(303);
  await worker.workOff(enrichSubmission);
  await worker.workOff(failEnrichment);
  const { items } = await visitor.read<{ items: SubmissionView[] }>(`/v0/forms/${formId}/submissions`);
  return items[0]!;
}

const eventsOf = ({ formSubmissionId }: SubmissionView) => recordedEvents(service, { formSubmissionId });

describe("the operator's own service", () => {
  it('is asked with a signature who sent a form, and what it tells is kept and told', async () => {
    enricher.ways = [answering(200, { ...ADA, more: 'ignored' })];
    const submission = await sent();
    const [{ headers, body }] = enricher.asked as [(typeof enricher.asked)[0]];
    expect(new Webhook(SECRET).verify(body, headers as Record<string, string>)).toEqual({
      formSubmissionId: submission.formSubmissionId,
      formId: submission.formId,
      pageId: submission.pageId,
      audienceId: submission.audienceId,
      personId: submission.personId,
      analyticsSessionId: submission.analyticsSessionId,
      email: submission.answers.email,
      answers: submission.answers,
    });
    expect(headers['webhook-id']).toBe(submission.formSubmissionId);
    expect(submission).toMatchObject({ status: 'enriched', sender: ADA });
    expect((await eventsOf(submission)).at(-1)).toMatchObject({
      ...{ type: 'form.enriched', personId: submission.personId, sender: submission.sender },
    });
  });

  it('does not change the person: it can be wrong', async () => {
    enricher.ways = [answering(200, ADA)];
    const { personId } = await sent();
    const person = await visitor.read(`/v0/persons/${personId}`);
    expect(person).toMatchObject({ name: `ada${count}`, linkedinProfileUrl: null });
  });

  it.each([
    ['204', answering(204)],
    ['an empty object', answering(200, {})],
    ['nulls and empty texts', answering(200, { name: null, company: ' ', profile: '' })],
  ])('may know nobody (%s): then what is known here is told', async (_, way) => {
    enricher.ways = [way];
    const { body: account } = await service.home.api
      .post('/v0/accounts', { domain: `company${count + 1}.example`, name: 'Engines' })
      .expect(201);
    const submission = await sent();
    expect(submission).toMatchObject({
      status: 'enriched',
      sender: { accountId: account.accountId, name: `ada${count}`, company: 'Engines', profile: null },
    });
    expect(enricher.asked).toHaveLength(1);
  });

  it('can find the person of a form that asked for nothing that tells', async () => {
    enricher.ways = [answering(200, { name: 'Grace', profile: 'https://linkedin.com/in/grace' })];
    const fields = [{ name: 'message', type: 'text', label: 'Message' }];
    const submission = await sent({ message: 'Hello' }, { fields });
    const person = await visitor.read(`/v0/persons/${submission.personId}`);
    expect(person).toMatchObject({ name: 'Grace', linkedinProfileUrl: 'https://linkedin.com/in/grace' });
  });

  it('is not asked again about a form that it has told of', async () => {
    enricher.ways = [answering(200, ADA)];
    const { formSubmissionId } = await sent();
    await inContext({ tenantId: service.home.id }, () =>
      service.app
        .get(EnrichSubmissionHandler, { strict: false })
        .handle(
          { submissionId: uuidOf('submission', formSubmissionId)! },
          { signal: new AbortController().signal },
        ),
    );
    expect(enricher.asked).toHaveLength(1);
  });

  it('can tell a company alone, without a person', async () => {
    enricher.ways = [answering(200, { company: 'Engines' })];
    const fields = [{ name: 'message', type: 'text', label: 'Message' }];
    const submission = await sent({ message: 'Hello' }, { fields });
    expect(submission).toMatchObject({ personId: null, status: 'enriched', sender: { company: 'Engines' } });
    expect((await eventsOf(submission)).at(-1)).toMatchObject({ type: 'form.enriched', personId: null });
  });

  it.each([
    ['500', answering(500)],
    ['429', answering(429)],
    ['404, before it is there', answering(404)],
    ['a connection that is cut', (res: { destroy(): void }) => res.destroy()],
    ['no answer in time', neverAnswering],
  ])('is asked again after a failure (%s), as the same message', async (_, way) => {
    enricher.ways = [way, answering(200, ADA)];
    const submission = await sent();
    expect(submission).toMatchObject({ status: 'enriched', failure: null, sender: ADA });
    const ids = enricher.asked.map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([submission.formSubmissionId, submission.formSubmissionId]);
  });

  it.each([
    ['fails each time', answering(500), 3, 'returned an error'],
    ['never answers', neverAnswering, 3, 'did not respond in time'],
    ['does not let us in', answering(403), 3, 'returned an error'],
    ['points elsewhere', answering(302), 3, 'returned an error'],
    ['refuses the question', answering(422), 1, 'rejected the request'],
    ['answers no JSON', answering(200, '<html>'), 1, 'returned an invalid response'],
    ['answers a list', answering(200, []), 1, 'returned an invalid response'],
    ['answers a name that is none', answering(200, { name: 7 }), 1, 'returned an invalid response'],
    [
      'answers a profile that is none',
      answering(200, { profile: 'https://evil.example' }),
      1,
      'returned an invalid response',
    ],
    [
      'answers without end',
      answering(200, `{"name":"${'x'.repeat(100_000)}"}`),
      1,
      'returned an invalid response',
    ],
  ])('that %s leaves the reason', async (_, way, tries, reason) => {
    enricher.ways = [way];
    const submission = await sent();
    expect(submission).toMatchObject({
      ...{ status: 'failed', failure: expect.stringContaining(reason) },
      // What is known here is told all the same.
      sender: { name: `ada${count}`, company: `company${count}.example`, profile: null },
    });
    expect(submission.personId).not.toBeNull();
    expect(enricher.asked).toHaveLength(tries);
    const types = (await eventsOf(submission)).map(({ type }) => type);
    expect(types).toEqual(['form.submitted', 'form.enrichment_failed']);
  });
});
