import type { VNode } from 'preact';
import { words } from '../../words/english.js';

/** Where each part of the library begins. */
export const LIBRARY_PATHS = {
  assets: '/library/assets',
  topics: '/library/topics',
  brands: '/library/brands',
  forms: '/library/forms',
} as const;

type LibraryPart = keyof typeof LIBRARY_PATHS;

export function LibraryTabs({ current }: { current: LibraryPart }): VNode {
  const { library } = words;
  return (
    <nav class="tabs" aria-label={library.parts}>
      {Object.entries(LIBRARY_PATHS).map(([part, path]) => (
        <a key={part} href={path} aria-current={part === current ? 'true' : undefined}>
          {library[part as LibraryPart].title}
        </a>
      ))}
    </nav>
  );
}
