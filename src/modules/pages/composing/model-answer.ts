import { Faults } from '../../../shared/fields/faults.js';
import { isObject } from '../../../shared/fields/field.js';
import { ListOf, Nested, Text } from '../../../shared/fields/fields.js';
import { readDto } from '../../../shared/fields/read-dto.js';
import { findUnstorable } from '../../../shared/fields/unstorable.js';
import { ComposingFailed, Uncomposable, type Words } from './composer.js';

const MAX_QUESTIONS = 50;

/** Something to read, and nothing that a terminal or a browser might act on. */
const SPOKEN = /^(?=[^]*\S)[\n\r\t\P{Cc}]+$/u;

class HeroWords {
  @Text({ max: 300, pattern: SPOKEN })
  title!: string;

  @Text({ max: 2000, pattern: SPOKEN })
  text!: string;
}

class QuestionWords {
  @Text({ max: 500, pattern: SPOKEN })
  question!: string;

  @Text({ max: 5000, pattern: SPOKEN })
  answer!: string;
}

class WordsAnswered implements Words {
  @Nested(() => HeroWords)
  hero!: HeroWords;

  @Text({ max: 50_000, pattern: SPOKEN })
  body!: string;

  @ListOf(() => QuestionWords)
  questions!: QuestionWords[];
}

interface Choice {
  finish_reason?: unknown;
  message?: { content?: unknown; refusal?: unknown } | null;
}

/** The words in an answer that is exactly as it was asked for; anything else is none. */
export function wordsIn(answer: string): Words {
  const { finish_reason: end, message } = choiceIn(answer);
  if (end === 'content_filter' || message?.refusal) throw new Uncomposable('composer_refused');
  // Not every server says how it came to an end; one that says it was cut short has not come to it.
  if (!['stop', undefined, null].includes(end as string)) throw invalid('It was cut short.');
  if (typeof message?.content !== 'string') throw invalid('It has no content.');
  return readWords(parse(message.content));
}

function choiceIn(answer: string): Choice {
  const { choices } = parse(answer) as { choices?: unknown };
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  if (!isObject(choice)) throw invalid('It has no choice.');
  return choice;
}

function readWords(plain: object): Words {
  const faults = new Faults('body');
  findUnstorable(plain, faults);
  const words = readDto(WordsAnswered, plain, faults);
  const [fault] = faults.found;
  if (fault) throw invalid(`It is not of the form that was asked for: ${fault.code}.`);
  if (words.questions.length > MAX_QUESTIONS) throw invalid('It has too many questions.');
  return words;
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
    // What the parser has to say quotes the text.
    return undefined;
  }
}

/** Tells what is wrong in our words alone: what was answered may repeat what it should not. */
const invalid = (why: string) => new ComposingFailed('composer_answer_invalid', new Error(why));
