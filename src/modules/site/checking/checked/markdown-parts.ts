import MarkdownIt, { type Token } from 'markdown-it';
import { BoundedMarkdown } from '../../../../shared/markdown/bounded-markdown.js';
import type { MarkdownBudget } from '../../../../shared/markdown/markdown-budget.js';

/** The parts of a text that can be wrong. */
export interface MarkdownParts {
  links: string[];
  images: { url: string; alt: string }[];
}

const markdown = new MarkdownIt({ html: false });

/** The site drops some URLs. They are found here, because that is what a check is about. */
markdown.validateLink = () => true;

const bounded = new BoundedMarkdown(markdown);

/** Undefined if the text is beyond the budget: the site then shows it as plain text. */
export function markdownParts(text: string, budget: MarkdownBudget): MarkdownParts | undefined {
  const tokens = bounded.parse(text, budget);
  if (!tokens) return undefined;
  const parts: MarkdownParts = { links: [], images: [] };
  collect(tokens, parts);
  return parts;
}

function collect(tokens: readonly Token[], parts: MarkdownParts): void {
  for (const token of tokens) {
    if (token.type === 'link_open') parts.links.push(String(token.attrGet('href')));
    if (token.type === 'image') parts.images.push({ url: String(token.attrGet('src')), alt: token.content });
    else if (token.children) collect(token.children, parts);
  }
}
