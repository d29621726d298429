import type { VNode } from 'preact';
import type { HeroSection } from '../../pages/index.js';
import { useWords } from './words-context.js';

/** In the language of the site's words; as it was composed in versions that do not have the names apart. */
export function Greeting({ greeting, greeted }: Pick<HeroSection, 'greeting' | 'greeted'>): VNode | null {
  const { greeting: words, languageAttributes } = useWords();
  if (greeted) {
    const text = greeted.company === undefined ? words.name : words.company;
    return (
      <p class="greeting" {...languageAttributes}>
        {named(text, { ...greeted })}
      </p>
    );
  }
  return greeting ? (
    <p class="greeting" dir="auto">
      {greeting}
    </p>
  ) : null;
}

/** Each name has its own direction of writing, whatever stands around it. */
function named(text: string, names: Record<string, string>): (VNode | string)[] {
  return text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 1 ? <bdi>{names[part]}</bdi> : part));
}
