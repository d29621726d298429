import { ListOf, Nested, Text } from '../../../shared/fields/fields.js';
import { readDto } from '../../../shared/fields/read-dto.js';
import { isObject } from '../../../shared/fields/shape-check.js';
import { DomainError } from '../../../shared/kernel/errors.js';
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

interface Choice {
  finish_reason?: unknown;
  message?: { content?: unknown; refusal?: unknown } | null;
}

/** The text in an answer that is exactly as it was asked for; any other answer is an error. */
export function textOfAnswer(answer: string): ComposedText {
  const { finish_reason: end, message } = choiceIn(answer);
  if (end === 'content_filter' || message?.refusal) throw new PermanentComposerError('composer_refused');
  // Some servers do not say why they stopped. Any reason but `stop` means that the answer is cut short.
  if (!['stop', undefined, null].includes(end as string)) throw invalid('It was cut short.');
  if (typeof message?.content !== 'string') throw invalid('It has no content.');
  return readText(parse(message.content));
}

function choiceIn(answer: string): Choice {
  const { choices } = parse(answer) as { choices?: unknown };
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  if (!isObject(choice)) throw invalid('It has no choice.');
  return choice;
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

function parse(text: string): object {
  const value = parsed(text);
  if (isObject(value)) return value;
  throw invalid('It is no JSON object.');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own error quotes the text, which must not get into logs.
    return undefined;
  }
}

/** Never quotes the answer, which may repeat private data of the request. */
const invalid = (why: string) => new TemporaryComposerError('composer_answer_invalid', new Error(why));
