import { hash } from 'node:crypto';
import type { VNode } from 'preact';
import { markdownToHtml } from './markdown.js';

/** The only file that writes HTML past the renderer's escaping. Each part makes sure that nothing gets out of it. */

export function Markdown({ text }: { text: string }): VNode {
  return <div class="prose" dangerouslySetInnerHTML={{ __html: markdownToHtml(text) }} />;
}

/** Only text that is part of this program, or made of checked values, may come here. */
export function Style({ css }: { css: string }): VNode {
  return <style dangerouslySetInnerHTML={{ __html: css }} />;
}

export function Script({ code }: { code: string }): VNode {
  return <script dangerouslySetInnerHTML={{ __html: code }} />;
}

/**
 * JavaScript as it can stand in a page: nothing in it ends its element, or begins a comment of HTML. In strings, regular
 * expressions and comments, which is where these occur, it means the same. Its lines end as a browser reads them, which
 * is what the hash in the policy is taken of.
 */
export function inlineScript(code: string): string {
  return code.replaceAll(/\r\n?/g, '\n').replaceAll(/<(?=\/script|!--)/gi, '\\x3c');
}

/** How a content security policy names what stands inline. */
export function policyHash(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}
