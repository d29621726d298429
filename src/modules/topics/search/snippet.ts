import MarkdownIt from 'markdown-it';
import { BoundedMarkdown } from '../../../shared/markdown/bounded-markdown.js';
import type { MarkdownBudget } from '../../../shared/markdown/markdown-budget.js';

const MAX_LENGTH = 400;

/** Parses HTML tags as separate tokens, so they can be dropped. */
const markdown = new BoundedMarkdown(new MarkdownIt({ html: true }));

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** A sentence, or as much of one as fits. */
interface Sentence {
  text: string;
  /** The index of its paragraph. */
  paragraph: number;
}

interface Passage {
  text: string;
  /** How many of the words the first sentence and the whole passage contain. */
  first: number;
  all: number;
}

/** Returns the consecutive sentences, as plain text, that contain most of the words, starting with many of them. */
export function snippetOf(
  text: string,
  { type, words }: { type: string; words: readonly string[] },
  budget: MarkdownBudget,
): string {
  const wanted = new Set(words.map((word) => word.toLowerCase()));
  const all = paragraphsOf(text, type, budget).flatMap(sentencesOf);
  let best: Passage = { text: '', first: 0, all: 0 };
  for (const start of all.keys()) {
    const passage = passageFrom(all, start, wanted);
    if (passage.all > best.all || (passage.all === best.all && passage.first > best.first)) best = passage;
  }
  return best.text;
}

function passageFrom(all: readonly Sentence[], start: number, wanted: ReadonlySet<string>): Passage {
  let { text } = all[start]!;
  const found = wordsIn(text, wanted);
  const first = found.size;
  for (let next = start + 1; next < all.length; next++) {
    const sentence = all[next]!;
    const longer = text + (sentence.paragraph === all[next - 1]!.paragraph ? ' ' : '\n') + sentence.text;
    if (longer.length > MAX_LENGTH) break;
    text = longer;
    for (const word of wordsIn(sentence.text, wanted)) found.add(word);
  }
  return { text, first, all: found.size };
}

function wordsIn(text: string, wanted: ReadonlySet<string>): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => wanted.has(word)));
}

function sentencesOf(paragraph: string, index: number): Sentence[] {
  return [...sentences.segment(paragraph)]
    .flatMap(({ segment }) => piecesOf(segment.trim()))
    .map((text) => ({ text, paragraph: index }));
}

/** Cuts a long sentence between words if possible. */
function piecesOf(sentence: string): string[] {
  if (sentence.length <= MAX_LENGTH) return sentence === '' ? [] : [sentence];
  const pieces = sentence.match(/.{1,180}(?:\s|$)|.{1,180}/gsu) ?? [];
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== '');
}

function paragraphsOf(text: string, type: string, budget: MarkdownBudget): string[] {
  const blocks = type.toLowerCase() === 'markdown' ? plainBlocks(text, budget) : undefined;
  const paragraphs = blocks ?? text.split(/\n\s*\n/);
  return paragraphs.map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim());
}

/** The text of headings, paragraphs, items, cells and blocks of code, in order; undefined beyond the budget. */
function plainBlocks(text: string, budget: MarkdownBudget): string[] | undefined {
  return markdown.parse(text, budget)?.flatMap(({ type, content, children }) => {
    if (type === 'fence' || type === 'code_block') return [content];
    return type === 'inline' ? [children!.map(plainInline).join('')] : [];
  });
}

function plainInline({ type, content }: { type: string; content: string }): string {
  if (type === 'html_inline') return '';
  return type === 'softbreak' || type === 'hardbreak' ? ' ' : content;
}
