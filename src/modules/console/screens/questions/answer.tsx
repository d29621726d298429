import type { VNode } from 'preact';
import { choiceQuery, ChoiceSearch, searchIn } from '../../parts/choice-search.js';
import { ProblemSummary, SelectField, TextArea, TextField } from '../../parts/fields.js';
import { Form } from '../../parts/form-context.js';
import { FormState } from '../../parts/form-state.js';
import { DefaultButton } from '../../parts/rows.js';
import { Empty, Heading } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { textIn, type ScreenAnswer, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { TOPIC_SEARCH, topicChoices } from '../kit/topic-choices.js';
import { submit } from '../kit/submit-form.js';
import { QUESTIONS_PATH } from './questions.js';

const PATH = `${QUESTIONS_PATH}/answer`;

export const answerScreens: Screens = {
  'GET /questions/answer': (visit) =>
    answerForm(visit, FormState.of({ question: visit.query.get('question') ?? '' })),
  'POST /questions/answer': writeAnswer,
  'POST /questions/answer/preview': (visit) =>
    answerForm(visit, FormState.sent(visit.form), contentOf(visit.form)),
};

async function answerForm({ api }: Visit, state: FormState, preview?: string): Promise<Shown> {
  const chosen = state.all('topicId').filter((id) => id !== '');
  const topics = await topicChoices(api, state, chosen);
  const hasNone = topics.found.length === 0 && choiceQuery(state, TOPIC_SEARCH) === undefined;
  const { questions, forms } = words;
  return {
    title: questions.answerTitle,
    section: 'questions',
    content: (
      <>
        <Heading
          title={questions.answerTitle}
          about={questions.answerAbout}
          back={{ href: QUESTIONS_PATH, label: questions.back }}
        />
        {hasNone ? (
          <Empty title={questions.noTopic}>
            <p>{questions.noTopicAbout}</p>
            <p>
              <a class="button" href="/library/topics/new">
                {words.library.topics.create}
              </a>
            </p>
          </Empty>
        ) : (
          <Form to={PATH} state={state} class="card">
            <DefaultButton />
            <ProblemSummary />
            <TextField name="question" label={questions.question} hint={questions.questionHint} />
            <TextArea name="answer" label={questions.text} hint={questions.textHint} rows={6} />
            <ChoiceSearch kind={TOPIC_SEARCH} label={questions.topicSearch} to={PATH} choices={topics} />
            <SelectField name="topicId" label={questions.topic} choices={topics.including(chosen)} />
            {preview !== undefined && <Preview content={preview} />}
            <div class="actions">
              <button>{questions.save}</button>
              <button class="quiet" formaction={`${PATH}/preview`}>
                {questions.preview}
              </button>
              <a class="button quiet" href={QUESTIONS_PATH}>
                {forms.cancel}
              </a>
            </div>
          </Form>
        )}
      </>
    ),
  };
}

function Preview({ content }: { content: string }): VNode {
  const [question, ...answer] = content.split('\n\n');
  return (
    <section aria-labelledby="preview" class="notice">
      <h2 id="preview">{words.questions.previewTitle}</h2>
      <p dir="auto">
        <strong>{question}</strong>
      </p>
      {answer.map((part) => (
        <p key={part} dir="auto">
          {part}
        </p>
      ))}
    </section>
  );
}

/** A text that begins with a question answers that question. */
function contentOf(form: URLSearchParams): string {
  const [question, answer] = ['question', 'answer'].map((name) => textIn(form, name));
  return `${question}\n\n${answer}`.trim();
}

async function writeAnswer(visit: Visit): Promise<ScreenAnswer> {
  const { api, form } = visit;
  if (searchIn(form) !== undefined) {
    const sought = new URLSearchParams(form);
    // The first topic that is found is chosen.
    sought.delete('topicId');
    return answerForm(visit, FormState.sent(sought));
  }
  const problems = [
    // The question alone would be shown as its own answer.
    ...(textIn(form, 'answer') === '' ? [{ field: 'answer', message: words.questions.noText }] : []),
    ...(textIn(form, 'topicId') === '' ? [{ field: 'topicId', message: words.questions.chooseTopic }] : []),
  ];
  if (problems.length > 0)
    return { ...(await answerForm(visit, FormState.sent(form, problems))), status: 400 };
  const content = { type: 'markdown', content: contentOf(form) };
  return submit(visit, {
    act: (options) => api.topics.entries.create(textIn(form, 'topicId'), { content }, options),
    done: () => ({ next: `${QUESTIONS_PATH}?done=answered` }),
    refused: (state) => answerForm(visit, state),
    fieldOf: (place) => (place === '/content/content' ? 'answer' : undefined),
  });
}
