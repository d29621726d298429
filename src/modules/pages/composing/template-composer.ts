import type { TopicForComposing } from '../../topics/index.js';
import { Composer, type Words } from './composer.js';
import type { CompositionInput } from './composition-input.js';
import { effectiveMetadata, titleOf } from '../metadata.js';

/** Says what is there, in the words in which it is there. */
export class TemplateComposer extends Composer {
  write(input: CompositionInput): Promise<Words> {
    return Promise.resolve(templateWords(input));
  }
}

/** The same input always give the same words. */
export function templateWords({ page, audience, name, topics }: CompositionInput): Words {
  const metadata = effectiveMetadata(page.metadata, audience.metadataOverride);
  return {
    hero: { title: titleOf({ name: page.name, metadata }), text: metadata?.description ?? name },
    body: [page.pageContext, audience.supplementaryContext].filter(Boolean).join('\n\n'),
    questions: topics.flatMap(questionsOf),
  };
}

/** A text that begins with a question answers it; all others of a topic together answer what it is called. */
function questionsOf({ title, texts }: TopicForComposing): Words['questions'] {
  const asked: Words['questions'] = [];
  const told: string[] = [];
  for (const text of texts) {
    const own = questionIn(text);
    if (own) asked.push(own);
    else told.push(text.trim());
  }
  return told.length > 0 ? [{ question: title, answer: told.join('\n\n') }, ...asked] : asked;
}

/** Its first line ends with a question mark, and there is more: a heading's marks are not part of the question. */
function questionIn(text: string): Words['questions'][number] | undefined {
  const [first = '', ...rest] = text.trim().split('\n');
  const question = first.replace(/^#{1,6}\s+/, '').trim();
  const answer = rest.join('\n').trim();
  return question.endsWith('?') && answer !== '' ? { question, answer } : undefined;
}
