import type { AskedQuestion, WithDates } from '@foyer/client';
import type { VNode } from 'preact';
import { Live } from '../../parts/live.js';
import { Badge, Done, Empty, Heading, ListPages, Moment } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { pageIn, type Screens, type Shown, type Visit } from '../kit/screen.js';

export const QUESTIONS_PATH = '/questions';

const PAGE_SIZE = 25;
const ALL = 'all';

export const questionScreens: Screens = { 'GET /questions': listQuestions };

async function listQuestions({ api, query }: Visit): Promise<Shown> {
  const showsAll = query.get('show') === ALL;
  const page = await api.questions.list({
    ...pageIn(query, PAGE_SIZE),
    isAnswered: showsAll ? undefined : false,
  });
  const { questions } = words;
  return {
    title: questions.title,
    section: 'questions',
    content: (
      <>
        <Heading title={questions.title} about={questions.about} />
        <Done name={query.get('done')} />
        <nav class="tabs" aria-label={questions.show}>
          <a href={QUESTIONS_PATH} aria-current={showsAll ? undefined : 'true'}>
            {questions.unanswered}
          </a>
          <a href={`${QUESTIONS_PATH}?show=${ALL}`} aria-current={showsAll ? 'true' : undefined}>
            {questions.all}
          </a>
        </nav>
        <Live id="questions" of={['session', 'topic.entry']} everySeconds={30}>
          {page.items.length === 0 ? (
            <Empty title={showsAll ? questions.none : questions.noneUnanswered}>
              <p>{questions.noneAbout}</p>
              <p>
                <a class="button quiet" href="/library/topics">
                  {questions.toTopics}
                </a>
              </p>
            </Empty>
          ) : (
            <ul class="rows">
              {page.items.map((question) => (
                <QuestionRow key={question.questionId} of={question} />
              ))}
            </ul>
          )}
        </Live>
        <ListPages path={QUESTIONS_PATH} query={query} nextCursor={page.nextCursor} />
      </>
    ),
  };
}

function QuestionRow({ of: asked }: { of: WithDates<AskedQuestion> }): VNode {
  const { questions } = words;
  const { question, askedCount, isAnswered, lastAskedAt, pageId } = asked;
  return (
    <li class="row">
      <div class="what">
        <h2 dir="auto">{question}</h2>
        <p class="meta">
          <span>{questions.asked(askedCount)}</span>
          <span>
            {questions.last} <Moment at={lastAskedAt} />
          </span>
          <a href={`/pages/${pageId}`}>
            {questions.page}
            <span class="unseen">: {question}</span>
          </a>
        </p>
      </div>
      {isAnswered ? (
        <Badge tone="good">{questions.answered}</Badge>
      ) : (
        <a class="button quiet small" href={`${QUESTIONS_PATH}/answer?${new URLSearchParams({ question })}`}>
          {questions.answer}
          <span class="unseen">: {question}</span>
        </a>
      )}
    </li>
  );
}
