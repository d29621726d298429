import { ListOf, Nested, Text } from '../../../shared/fields/fields.js';
import { readDto } from '../../../shared/fields/read-dto.js';
import { DomainError } from '../../../shared/kernel/errors.js';
import { completionIn } from '../../../shared/language-model/chat-completions.js';
import { TemporaryComposerError, PermanentComposerError, type ComposedText } from './composer.js';

const MAX_QUESTIONS = 50;

/** Not blank, and without control characters, which a terminal or a browser might interpret. */
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

/** Parses the answer. An answer that does not match the requested schema exactly is an error. */
export function textOfAnswer(answer: string): ComposedText {
  const completion = completionIn(answer);
  if (!completion) throw invalid('The answer has no choice.');
  if (completion.isRefused) throw new PermanentComposerError('composer_refused');
  if (!completion.isWhole) throw invalid('The answer was truncated.');
  if (!completion.content) throw invalid('The content of the answer is not a JSON object.');
  return readText(completion.content);
}

function readText(plain: object): ComposedText {
  const text = readAnswered(plain);
  if (text.questions.length > MAX_QUESTIONS) throw invalid('The answer has too many questions.');
  return text;
}

function readAnswered(plain: object): ComposedText {
  try {
    return readDto(AnsweredText, plain, 'body');
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw invalid(`The answer does not match the schema: ${error.faults[0]!.code}.`);
  }
}

/** Never quotes the answer, which may repeat private data of the request. */
const invalid = (why: string) => new TemporaryComposerError('composer_answer_invalid', new Error(why));
