import { forgetSubmissions } from '../../src/modules/forms/forms.jobs.js';
import { StepwiseWorker } from '../support/stepwise-worker.js';
import { FormVisitor } from '../site/form-visitor.js';
import { useTestService } from '../support/test-service.js';

const used = useTestService({ SUBMISSION_DAYS: '10', TRUST_PROXY: '1' });
const { service } = used;
const visitor = new FormVisitor(used);

it('submissions that were kept long enough are forgotten', async () => {
  const to = await visitor.formAt('/kept');
  for (const email of ['old@acme.example', 'recent@acme.example'])
    await visitor.send(to, { email }).expect(303);
  await service.pool.query(
    `update form_submission
     set created_at = now() - case answers->>'email' when 'old@acme.example' then interval '11 days' else '9 days' end`,
  );
  await new StepwiseWorker(service).run(forgetSubmissions);
  expect(await visitor.submissionsWith('old@acme.example')).toEqual([]);
  expect(await visitor.submissionsWith('recent@acme.example')).toHaveLength(1);
});
