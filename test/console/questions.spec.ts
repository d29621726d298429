import type { AskedQuestionView } from '../../src/modules/questions/questions.dto.js';
import { useConsole } from './console-visitor.js';

const { service, api, visitor, signedIn } = useConsole();

const PATH = '/questions/answer';

interface Topic {
  topicId: string;
  entries: { content: { type: string; content: string } }[];
}

async function newTopic(): Promise<Topic> {
  return (await api.post('/v0/topics', { title: 'Answers' }).expect(201)).body as Topic;
}

const contentsOf = async ({ topicId }: Topic) =>
  ((await api.get(`/v0/topics/${topicId}`).expect(200)).body as Topic).entries.map(({ content }) => content);

it('lists the questions of visitors, unanswered ones first of all', async () => {
  const kim = await signedIn();
  const { body } = await api.get('/v0/questions').expect(200);
  const [asked] = (body as { items: AskedQuestionView[] }).items;
  const { text } = await kim.get('/questions?show=all').expect(200);
  expect(text).toContain(asked!.question);
  expect(text).toContain(`href="/pages/${asked!.pageId}"`);
  const unanswered = await kim.get('/questions').expect(200);
  expect(unanswered.text.includes(asked!.question)).toBe(!asked!.isAnswered);
});

it('a question is answered by an entry of a topic', async () => {
  const topic = await newTopic();
  const kim = await signedIn();
  const question = 'Do you ship to "Norway"?';
  const form = await kim.get(`${PATH}?${new URLSearchParams({ question })}`).expect(200);
  expect(form.text).toContain('value="Do you ship to &quot;Norway&quot;?"');
  const answer = { question, answer: 'Yes, within\r\na week.', topicId: topic.topicId };
  const done = await kim.fill(PATH, answer, 303);
  expect(String(done.headers.location)).toContain('done=answered');
  expect(await contentsOf(topic)).toEqual([
    { type: 'markdown', content: `${question}\n\nYes, within\na week.` },
  ]);
});

it('shows what visitors will read, and stores nothing by that', async () => {
  const topic = await newTopic();
  const kim = await signedIn();
  const { text } = await kim.get(PATH).expect(200);
  const [, token] = /name="form_token" value="([^"]+)"/.exec(text)!;
  const sent = {
    form_token: token!,
    question: 'Why?',
    answer: 'Because <b>it</b> is.',
    topicId: topic.topicId,
  };
  const previewed = await kim.post(`${PATH}/preview`, sent).expect(200);
  expect(previewed.text).toContain('<p dir="auto">Because &lt;b>it&lt;/b> is.</p>');
  expect(await contentsOf(topic)).toEqual([]);
});

it('an answer without a text is refused at its field', async () => {
  const { topicId } = await newTopic();
  const kim = await signedIn();
  const { text } = await kim.fill(PATH, { question: 'Why?', answer: '', topicId }, 400);
  expect(text).toContain('id="field-answer-problem"');
  expect(text).toContain('value="Why?"');
});

it("another tenant's topic takes no answer", async () => {
  const topic = await newTopic();
  await service.stranger.api.post('/v0/topics', { title: 'Own' }).expect(201);
  const other = await visitor().signIn(service.stranger.key);
  await other.fill(PATH, { question: 'Why?', answer: 'No.', topicId: topic.topicId }, 404);
  expect(await contentsOf(topic)).toEqual([]);
});

it('a tenant without questions and topics learns what comes next', async () => {
  const key = service.stranger.key;
  const { text } = await (await visitor().signIn(key)).get('/questions').expect(200);
  expect(text).toContain('No question is without an answer');
});
