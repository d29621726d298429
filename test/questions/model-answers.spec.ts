import { jest } from '@jest/globals';
import { SETTINGS_TOKEN } from '../../src/shared/config/config.module.js';
import type { Settings } from '../../src/shared/config/settings.js';
import { completion, json, ModelServer, saying, status } from '../pages/composing/model-server.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { hex } from '../visits/tracked-visitor.js';
import { AskingVisitor } from './asking.js';

const TEXT = 'The museum opens at nine.';
const QUESTION = 'When does the museum open?';

const model = new ModelServer();
let service: TestService;
let visitor: AskingVisitor;
let to: string;
let entryId: string;

beforeAll(async () => {
  const COMPOSER_URL = await model.start();
  const settings = { COMPOSER_URL, COMPOSER_MODEL: 'small', COMPOSER_KEY: 'sesame' };
  service = await startTestService({
    ...settings,
    ANSWER_MODEL: 'on',
    ANSWER_BUDGET: '20',
    TRUST_PROXY: '1',
  });
  const { home, stranger } = service;
  visitor = new AskingVisitor({ service, api: home.api, strangerApi: stranger.api });
  entryId = await visitor.entry(TEXT);
  ({ to } = await visitor.pageAt('/museum'));
});
beforeEach(() => model.forget());
afterAll(async () => {
  await service.close();
  await model.stop();
});

const answerTo = async (question: string, visit = hex(16)) =>
  (await visitor.ask(to, question, visit).expect(200)).body.answer as string;

it('the model phrases the answer from what was found, and from nothing else', async () => {
  model.usual = saying({ answer: 'It opens at 9 a.m.', passageIds: [entryId] });
  const visit = hex(16);
  expect(await answerTo(QUESTION, visit)).toBe('It opens at 9 a.m.');
  const [asked] = model.asked;
  expect(asked!.headers.authorization).toBe('Bearer sesame');
  expect(JSON.parse(asked!.body.messages[1]!.content)).toEqual({
    question: QUESTION,
    passages: [{ id: entryId, title: 'Facts', text: TEXT }],
  });
  const { interactions } = await visitor.interactionsOf(visit);
  expect(interactions).toMatchObject([{ groundingChunkIds: [entryId], responseText: 'It opens at 9 a.m.' }]);
});

it('the model is not asked where nothing was found', async () => {
  expect(await answerTo('Does the frobnicator quux?')).toMatch(/no answer/);
  expect(model.asked).toEqual([]);
});

it.each([
  ['cites nothing', () => saying({ answer: 'At ten.', passageIds: [] })],
  ['cites what it was not given', () => saying({ answer: 'At ten.', passageIds: [entryId, 'entry_1'] })],
  ['is no answer', () => saying({ passageIds: [entryId] })],
  ['is blank', () => saying({ answer: ' ', passageIds: [entryId] })],
  ['is endless', () => saying({ answer: 'x'.repeat(2001), passageIds: [entryId] })],
  ['is cut short', () => json(completion('{"answer":"A', { finish_reason: 'length' }))],
  ['is no JSON', () => json(completion('At ten.'))],
  ['is none of the protocol', () => json([])],
  ['fails', () => status(500)],
  ['leads elsewhere', () => status(302, { location: 'http://127.0.0.1:9/' })],
  ['is more than is read', () => json(completion('x'.repeat(70_000)))],
])('an answer that %s is not shown, and the entry itself is', async (_, way) => {
  model.usual = way();
  expect(await answerTo(QUESTION)).toBe(TEXT);
  expect(model.asked).toHaveLength(1);
});

it.each([
  [60_000, 10_000],
  [300, 300],
])('with COMPOSER_TIMEOUT_MS %i, a visitor waits at most %i ms for the model', async (given, allowed) => {
  const settings = service.app.get<Settings>(SETTINGS_TOKEN);
  const replaced = jest.replaceProperty(settings, 'COMPOSER_TIMEOUT_MS', given);
  const limit = jest.spyOn(AbortSignal, 'timeout');
  await answerTo(QUESTION);
  replaced.restore();
  expect(limit.mock.calls).toEqual([[allowed]]);
  limit.mockRestore();
});

it('the model is asked as often as the budget of a day allows', async () => {
  await service.pool.query('update answer_budget set used = 18');
  model.usual = saying({ answer: 'At nine.', passageIds: [entryId] });
  const answers = await Promise.all([1, 2, 3, 4].map(() => answerTo(QUESTION)));
  expect(answers.sort()).toEqual(['At nine.', 'At nine.', TEXT, TEXT]);
  expect(model.asked).toHaveLength(2);
  await service.pool.query('update answer_budget set day = day - 1');
  expect(await answerTo(QUESTION)).toBe('At nine.');
  const { rows } = await service.pool.query('select used from answer_budget');
  expect(rows).toEqual([{ used: 1 }]);
});

it('while another process spends the last of the budget, a question waits, and the model is not asked', async () => {
  await answerTo(QUESTION);
  model.forget();
  const held = await HeldTransaction.begin(service, 'update answer_budget set used = 20');
  expect(await held.commitAheadOf(answerTo(QUESTION))).toBe(TEXT);
  expect(model.asked).toEqual([]);
});

it('the model is not asked on a day that is over in another process, nor without a budget', async () => {
  model.usual = saying({ answer: 'At nine.', passageIds: [entryId] });
  await service.pool.query('update answer_budget set day = day + 1, used = 1');
  expect(await answerTo(QUESTION)).toBe(TEXT);
  expect((await service.pool.query('select used from answer_budget')).rows).toEqual([{ used: 1 }]);
  await service.pool.query('delete from answer_budget');
  const budget = jest.replaceProperty(service.app.get<Settings>(SETTINGS_TOKEN), 'ANSWER_BUDGET', 0);
  expect(await answerTo(QUESTION)).toBe(TEXT);
  budget.restore();
  expect(model.asked).toEqual([]);
});
