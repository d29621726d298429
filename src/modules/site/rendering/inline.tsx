import { hash } from 'node:crypto';
import type { VNode } from 'preact';
import type { MarkdownBudget } from '../../../shared/markdown/markdown-budget.js';
import { markdownToHtml } from './texts/markdown.js';
import type { ShownPictures } from './texts/shown-picture.js';

/** The only file that bypasses the renderer's escaping. Each part ensures that its content can't break out. */

export interface MarkdownProps {
  text: string;
  budget: MarkdownBudget;
  pictures: ShownPictures;
  /** The level of the heading that the text stands under: that of the page's title if absent. */
  under?: number;
}

export function Markdown({ text, budget, pictures, under }: MarkdownProps): VNode {
  const html = markdownToHtml(text, budget, pictures, under);
  return <div class="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Accepts only text that is part of this program or consists of validated values. */
export function Style({ css }: { css: string }): VNode {
  return <style dangerouslySetInnerHTML={{ __html: css }} />;
}

export function Script({ code }: { code: string }): VNode {
  return <script dangerouslySetInnerHTML={{ __html: code }} />;
}

/**
 * Escapes JavaScript for a page, so nothing in it ends its element or begins an HTML comment. In strings, regular
 * expressions and comments, where such text occurs, the escaped form means the same. Normalises line ends like a
 * browser, because the policy contains the hash of the normalised text.
 */
export function inlineScript(code: string): string {
  return code.replaceAll(/\r\n?/g, '\n').replaceAll(/<(?=\/script|!--)/gi, '\\x3c');
}

/** The hash of an inline script or style in a content security policy. */
export function policyHash(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}
