import MarkdownIt from 'markdown-it';
import type { VNode } from 'preact';

const markdown = new MarkdownIt();

/** A text of ours with `code` and links, as in Markdown. */
export function Prose({ text }: { text: string }): VNode {
  return <p dangerouslySetInnerHTML={{ __html: markdown.renderInline(text) }} />;
}
