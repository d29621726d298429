import { ListOf, Nested, Text } from '../../../shared/fields/fields.js';
import { readDto } from '../../../shared/fields/read-dto.js';
import { DomainError } from '../../../shared/kernel/errors.js';
import { completionIn } from '../../../shared/language-model/chat-completions.js';
import { TemporaryComposerError, PermanentComposerError, type ComposedText } from './composer.js';

const MAX_QUESTIONS = 50;

/** Not blank, and no control characters, on which a terminal or a browser might act. */
const READABLE = /^(?=[^]*\S)[\n\r\t\P{Cc}]+$/u;

class HeroText {
  @Text({ max: 300, pattern: READABLE })
  title!: string;

  @Text({ max: 2000, pattern: READABLE })
  text!: string;
}

class QuestionText {
  @Text({ max: 500, pattern: READABLE })
  question!: string;

  @Text({ max: 5000, pattern: READABLE })
  answer!: string;
}

class AnsweredText implements ComposedText {
  @Nested(() => HeroText)
  hero!: HeroText;

  @Text({ max: 50_000, pattern: READABLE })
  body!: string;

  @ListOf(() => QuestionText)
  questions!: QuestionText[];
}

/** The text in an answer that is exactly as it was asked for; any other answer is an error. */
export function textOfAnswer(answer: string): ComposedText {
  const completion = completionIn(answer);
  if (!completion) throw invalid('It has no choice.');
  if (completion.isRefused) throw new PermanentComposerError('composer_refused');
  if (!completion.isWhole) throw invalid('It was cut short.');
  if (!completion.content) throw invalid('Its content is no JSON object.');
  return readText(completion.content);
}

function readText(plain: object): ComposedText {
  const text = readAnswered(plain);
  if (text.questions.length > MAX_QUESTIONS) throw invalid('It has too many questions.');
  return text;
}

function readAnswered(plain: object): ComposedText {
  try {
    return readDto(AnsweredText, plain, 'body');
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw invalid(`It is not of the form that was asked for: ${error.faults[0]!.code}.`);
  }
}

/** Never quotes the answer, which may repeat private data of the request. */
const invalid = (why: string) => new TemporaryComposerError('composer_answer_invalid', new Error(why));
