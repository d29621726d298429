import type { ComponentChildren, VNode } from 'preact';
import { filled } from '../../words/filled.js';
import type { LanguageAttributes, SiteWords } from '../../words/site-words.js';

interface SlideProps {
  /** From 1. */
  number: number;
  count: number;
  words: SiteWords;
  children: ComponentChildren;
}

/** As high as the screen, or higher if its content is. It has the focus after a turn, so it is announced. */
export function Slide({ number, count, words, children }: SlideProps): VNode {
  const { slides, language, languageAttributes } = words;
  return (
    <section
      class="slide"
      id={slideId(number)}
      role="group"
      tabIndex={-1}
      aria-labelledby={`${slideId(number)}-of`}
    >
      <div class="wrap">{children}</div>
      {count > 1 && (
        <div class="wrap turn">
          <Turn
            to={number - 1}
            count={count}
            title={slides.previous}
            languageAttributes={languageAttributes}
          />
          <span id={`${slideId(number)}-of`} {...languageAttributes}>
            {filled(slides.position, { number, count }, language)}
          </span>
          <Turn to={number + 1} count={count} title={slides.next} languageAttributes={languageAttributes} />
        </div>
      )}
    </section>
  );
}

interface TurnProps {
  to: number;
  count: number;
  title: string;
  languageAttributes: LanguageAttributes;
}

/** A link, so that slides can be turned without a script. The style sheet draws its arrow. */
function Turn({ to, count, title, languageAttributes }: TurnProps): VNode {
  const isThere = to >= 1 && to <= count;
  return isThere ? (
    <a href={`#${slideId(to)}`} aria-label={title} title={title} {...languageAttributes} />
  ) : (
    <span />
  );
}

function slideId(number: number): string {
  return `slide-${number}`;
}
