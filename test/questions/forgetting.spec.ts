import { forgetQuestions } from '../../src/modules/questions/questions.jobs.js';
import { StepwiseWorker } from '../support/stepwise-worker.js';
import { useTestService } from '../support/test-service.js';
import { AskingVisitor } from './asking.js';

const used = useTestService({ VISIT_DAYS: '10', TRUST_PROXY: '1' });
const { service } = used;
const visitor = new AskingVisitor(used);

it('questions that nobody has asked for as long as visits are kept are forgotten', async () => {
  const { to, audience } = await visitor.pageAt('/forgotten');
  for (const question of ['Old?', 'Recent?']) await visitor.ask(to, question).expect(200);
  await service.pool.query(
    `update asked_question set last_asked_at = now() - case question when 'Old?' then interval '11 days' else '9 days' end`,
  );
  await new StepwiseWorker(service).run(forgetQuestions);
  expect(await visitor.questionsOf(audience)).toMatchObject([{ question: 'Recent?' }]);
});

it('a page has a limit of different questions, and goes on counting those that it has', async () => {
  const { to, audience } = await visitor.pageAt('/full');
  await visitor.ask(to, 'Known?').expect(200);
  await service.pool.query(
    `insert into asked_question
     select tenant_id, gen_random_uuid(), page_id, n::text, n::text, 1, false, now(), now()
     from asked_question, generate_series(1, 9999) n where question = 'Known?'`,
  );
  await visitor.ask(to, 'One more?').expect(200);
  await visitor.ask(to, 'Known').expect(200);
  const { totalCount, items } = await visitor.read<{ totalCount: number; items: object[] }>(
    `/v0/pages/${audience.pageId}/questions?limit=1`,
  );
  expect(totalCount).toBe(10_000);
  expect(items).toMatchObject([{ question: 'Known', askedCount: 2 }]);
});
