import MarkdownIt from 'markdown-it';
import { BoundedMarkdown } from '../../../shared/markdown/bounded-markdown.js';
import type { MarkdownBudget } from '../../../shared/markdown/markdown-budget.js';
import { plainTextToHtml } from './plain-text.js';
import { safeUrl } from './safe-url.js';

/** Headings are shifted down by one level, because the page has its own `h1`. */
const LOWEST_HEADING = 6;

const markdown = new MarkdownIt({ html: false });

markdown.validateLink = (url) => safeUrl(url) !== undefined;

const bounded = new BoundedMarkdown(markdown);

const { rules } = markdown.renderer;

rules.heading_open = (tokens, index) => `<${shifted(tokens[index]!.tag)}>`;
rules.heading_close = (tokens, index) => `</${shifted(tokens[index]!.tag)}>\n`;

/**
 * An image of unknown size would shift the content below it while it loads, so it is rendered as a link. Within a
 * link, which can't contain another one, it is rendered as text.
 */
rules.image = (tokens, index, options, env, renderer) => {
  const { attrs, children } = tokens[index]!;
  const source = String(attrs?.find(([name]) => name === 'src')?.[1]);
  const escaped = (text: string) => markdown.utils.escapeHtml(text);
  const text = escaped(renderer.renderInlineAsText(children ?? [], options, env) || source);
  return env?.isInLink ? text : `<a href="${escaped(source)}">${text}</a>`;
};

for (const type of ['link_open', 'link_close'])
  rules[type] = (tokens, index, options, env, renderer) => {
    if (env) env.isInLink = type === 'link_open';
    return renderer.renderToken(tokens, index, options);
  };

/** Elements that scroll sideways must be reachable with the keyboard. */
const { fence, code_block } = rules;
rules.fence = (...given) => reachable(fence!(...given));
rules.code_block = (...given) => reachable(code_block!(...given));
rules.table_open = () => '<table tabindex="0">';

function reachable(pre: string): string {
  return pre.replace(/^<pre/, '$& tabindex="0"');
}

/** The policy of a page forbids style attributes, so the alignment of a column is an attribute. */
rules.th_open = rules.td_open = (tokens, index) => {
  const token = tokens[index]!;
  const alignment = /left|center|right/.exec(String(token.attrGet('style')))?.[0];
  return alignment ? `<${token.tag} align="${alignment}">` : `<${token.tag}>`;
};

/**
 * Renders a safe subset of Markdown: no HTML of the author, and no URL that could run code. A text that is beyond the
 * budget is rendered as plain text.
 */
export function markdownToHtml(text: string, budget: MarkdownBudget): string {
  return bounded.render(text, budget) ?? plainTextToHtml(text);
}

function shifted(tag: string): string {
  return `h${Math.min(Number(tag.slice(1)) + 1, LOWEST_HEADING)}`;
}
