import { uuidOf } from '../../src/shared/kernel/ids.js';
import { inContext } from '../../src/shared/database/transactions/work-context.js';
import { QuestionTokens } from '../../src/modules/site/pages/form-tokens.js';
import { useTestService } from '../support/test-service.js';
import { AskingVisitor } from './asking.js';

const asked = useTestService({ TRUST_PROXY: '1' });
const off = useTestService({ TRUST_PROXY: '1', SITE_QUESTIONS: 'false' });

it('what a question is sent with is no good for a form, and the other way round', async () => {
  const visitor = new AskingVisitor(asked);
  const { to: questions } = await visitor.pageAt('/asked');
  const forms = await visitor.formAt('/with-form');
  const email = 'crossed@acme.example';
  const swapped = (path: string) => path.split('/').at(-1)!;
  await visitor.sendInline(`/_foyer/forms/${swapped(questions)}`, { email }).expect(403);
  await visitor.ask(`/_foyer/questions/${swapped(forms)}`, 'Is there a free plan?').expect(403);
  expect(await visitor.submissionsWith(email)).toEqual([]);
});

it('where questions are switched off, none is shown or answered', async () => {
  const visitor = new AskingVisitor(off);
  const audience = await visitor.shown('/quiet');
  const { text } = await visitor.open('/home/quiet').expect(200);
  expect(text).not.toContain('/_foyer/questions/');
  const { body } = await off.api.get('/v0/page_links?limit=100').expect(200);
  const { pageLinkId } = body.items.find(({ path }: { path: string }) => path === '/quiet');
  const token = await inContext({ tenantId: off.service.home.id }, () =>
    off.service.app.get(QuestionTokens, { strict: false }).sign(uuidOf('link', pageLinkId)!),
  );
  await visitor.ask(`/_foyer/questions/${token}`, 'Is there a free plan?').expect(404);
  expect(await visitor.questionsOf(audience)).toEqual([]);
});
