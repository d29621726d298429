import type { Type } from '@nestjs/common';
import type { SubmissionView } from '../../src/modules/forms/dto/submissions.dto.js';
import { EnrichSubmissionHandler } from '../../src/modules/forms/enrichment/enrich-submission.handler.js';
import { FailEnrichmentHandler } from '../../src/modules/forms/enrichment/fail-enrichment.handler.js';
import { inContext } from '../../src/shared/database/transactions/work-context.js';
import type { JobHandler } from '../../src/shared/jobs/job-handlers.js';
import { newUuid, uuidOf } from '../../src/shared/kernel/ids.js';
import { FormVisitor } from '../site/form-visitor.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { useTestService } from '../support/test-service.js';
import { hex } from '../visits/tracked-visitor.js';

// Without a worker: the tests do its work.
const used = useTestService({ TRUST_PROXY: '1' });
const { service } = used;
const visitor = new FormVisitor(used);

const uuidIn = ({ formSubmissionId }: SubmissionView) => uuidOf('submission', formSubmissionId)!;

async function sent(path: string, email: string, visit = hex(16)): Promise<SubmissionView> {
  const to = await visitor.formAt(path);
  await visitor.send(to, { email, _visit: visit }).expect(303);
  return (await visitor.submissionsWith(email))[0]!;
}

it('while another process receives a form of a visit, the same form waits, and is a repeat', async () => {
  const email = 'twice@acme.example';
  const [earlier, visit] = [hex(16), hex(16)];
  const submission = await sent('/twice', email, earlier);
  const to = await visitor.formAt('/once-more');
  const held = await HeldTransaction.ofMatter(service, `form of ${visit}`);
  await held.query(
    'insert into form_submission select (jsonb_populate_record(s, $2)).* from form_submission s where visit = $1',
    [earlier, { id: newUuid(), visit }],
  );
  await held.commitAheadOf(visitor.send(to, { email, _visit: visit }).expect(303));
  const [theirs, ...rest] = await visitor.submissionsWith(email);
  expect(rest).toEqual([submission]);
  expect(await visitor.eventsOf(theirs!)).toEqual([]);
});

describe('a submission that another worker is done with', () => {
  const work = (handler: Type<JobHandler<{ submissionId: string }>>, submission: SubmissionView) =>
    inContext({ tenantId: service.home.id }, () =>
      service.app
        .get(handler, { strict: false })
        .handle({ submissionId: uuidIn(submission) }, { signal: new AbortController().signal }),
    );

  const handlers: [string, Type<JobHandler<{ submissionId: string }>>][] = [
    ['enriched', EnrichSubmissionHandler],
    ['given up', FailEnrichmentHandler],
  ];

  it.each(handlers)('before is not %s once more', async (name, handler) => {
    const submission = await sent(`/before-${hex(4)}`, `${hex(4)}@${name.replace(' ', '-')}.example`);
    await work(EnrichSubmissionHandler, submission);
    const { formSubmissionId } = submission;
    const enriched = await visitor.read(`/v0/form_submissions/${formSubmissionId}`);
    await work(handler, submission);
    expect(await visitor.read(`/v0/form_submissions/${formSubmissionId}`)).toEqual(enriched);
    expect(await visitor.eventsOf(submission)).toEqual(['form.submitted', 'form.enriched']);
  });

  it.each(handlers)('just then is not %s once more', async (name, handler) => {
    const submission = await sent(`/then-${hex(4)}`, `${hex(4)}@${name.replace(' ', '-')}.example`);
    const enrich = `update form_submission set status = 'enriched' where id = $1`;
    const held = await HeldTransaction.begin(service, enrich, [uuidIn(submission)]);
    await held.commitAheadOf(work(handler, submission));
    expect(await visitor.eventsOf(submission)).toEqual(['form.submitted']);
  });
});
