import type { TopicForComposing } from '../../topics/index.js';
import { effectiveMetadata, titleOf } from '../entities/metadata.js';
import { Composer, type ComposedText } from './composer.js';
import type { CompositionInput } from './composition-input.js';
import type { QuestionAndAnswer } from '../entities/content.js';

/** Uses the texts of page, audience and topics unchanged. Notes (the contexts) are not for visitors. */
export class TemplateComposer extends Composer {
  override readonly author = 'template';

  write(input: CompositionInput): Promise<ComposedText> {
    return Promise.resolve(templateText(input));
  }
}

/** The Latin one, the Arabic one and the wide one of Chinese and Japanese. */
const QUESTION_MARK = /[?\u061f\uff1f]$/;

/** The same input always gives the same text. */
export function templateText({ page, audience, topics }: CompositionInput): ComposedText {
  const metadata = effectiveMetadata(page.metadata, audience.metadataOverride);
  return {
    hero: { title: titleOf({ name: page.name, metadata }), text: metadata?.description ?? '' },
    body: audience.bodyOverride ?? page.body ?? '',
    questions: topics.flatMap(questionsOf),
  };
}

/** A text that begins with a question answers it. The other texts of a topic together answer the topic's title. */
function questionsOf({ title, texts }: TopicForComposing): QuestionAndAnswer[] {
  const questions: QuestionAndAnswer[] = [];
  const others: string[] = [];
  for (const text of texts) {
    const own = questionIn(text);
    if (own) questions.push(own);
    else others.push(text.trim());
  }
  return others.length > 0 ? [{ question: title, answer: others.join('\n\n') }, ...questions] : questions;
}

/** The first line is a question if it ends with a question mark and more lines follow. Drops `#` of a heading. */
function questionIn(text: string): QuestionAndAnswer | undefined {
  const [first = '', ...rest] = text.trim().split('\n');
  const question = first.replace(/^#{1,6}\s+/, '').trim();
  const answer = rest.join('\n').trim();
  return QUESTION_MARK.test(question) && answer !== '' ? { question, answer } : undefined;
}
