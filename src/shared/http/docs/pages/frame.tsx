import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { ERROR_CATALOGUE } from '../../problems/problem.js';
import { guidePath, type Guide } from './guide-steps.js';

export interface FrameProps {
  title: string;
  /** The path of this page. */
  path: string;
  guides: readonly Guide[];
  /** Additional elements of the head. */
  head?: ComponentChildren;
  children: ComponentChildren;
}

/** The HTML of a page of the docs. All have the same head, header and style sheet. */
export function htmlOf(page: VNode): string {
  return `<!DOCTYPE html>\n${renderToString(page)}\n`;
}

export function Frame({ title, path, guides, head, children }: FrameProps): VNode {
  return (
    <html lang="en">
      <head>
        <meta charset="UTF-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="icon" type="image/png" href="/docs/favicon-32x32.png" />
        {head}
        <link rel="stylesheet" href="/docs/docs.css" />
      </head>
      <body>
        <Header path={path} guides={guides} />
        {children}
      </body>
    </html>
  );
}

function Header({ path, guides }: Pick<FrameProps, 'path' | 'guides'>): VNode {
  const pages = [
    { href: '/docs', text: 'Operations' },
    ...guides.map((guide) => ({ href: guidePath(guide), text: guide.shortTitle })),
    { href: ERROR_CATALOGUE, text: 'Errors' },
    { href: '/docs/openapi.json', text: 'OpenAPI' },
  ];
  return (
    <header class="docs-header">
      <a class="docs-name" href="/docs">
        Foyer
      </a>
      <nav aria-label="Documentation">
        {pages.map(({ href, text }) => (
          <a href={href} aria-current={href === path ? 'page' : undefined}>
            {text}
          </a>
        ))}
      </nav>
    </header>
  );
}
