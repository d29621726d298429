const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Keeps paragraphs and line breaks. */
export function plainTextToHtml(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p dir="auto">${escaped(paragraph).replaceAll('\n', '<br>\n')}</p>\n`)
    .join('');
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPED[character]!);
}
