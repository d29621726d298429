import type { ComponentChildren, VNode } from 'preact';
import { Cards } from './cards.js';
import { DECK_SCRIPT } from './deck-script.js';
import { DECK_CSS } from './deck-styles.js';
import type { Layout, Parts } from './layout.js';
import { Slide } from './slide.js';

/** Each part is a slide: the title, each block and each widget. */
export const salesDeck: Layout = {
  css: DECK_CSS,
  script: DECK_SCRIPT,
  opensWith: 'button',
  coverSizes: '(min-width: 64rem) 36rem, 100vw',
  Main,
};

function Main(parts: Parts): VNode {
  const slides = slidesOf(parts);
  return (
    <>
      {slides.map((children, index) => (
        <Slide number={index + 1} count={slides.length} words={parts.words}>
          {children}
        </Slide>
      ))}
      {/* Each slide says its number, so this bar is for the eye only. */}
      <progress class="progress" max={slides.length} value={1} aria-hidden="true" hidden />
    </>
  );
}

function slidesOf({
  body,
  blocks,
  proof,
  questions,
  questionBox,
  cards,
  ...opening
}: Parts): ComponentChildren[] {
  return [
    <Opening {...opening} />,
    body,
    ...blocks,
    ...proof,
    (questions ?? questionBox) && <Asking {...{ questions, questionBox }} />,
    cards.length > 0 && <Cards cards={cards} />,
  ].filter(Boolean);
}

type OpeningProps = Pick<Parts, 'greeting' | 'title' | 'lead' | 'button' | 'cover'>;

function Opening({ greeting, title, lead, button, cover }: OpeningProps): VNode {
  return (
    <div class={cover ? 'opening hero with-cover' : 'opening hero'}>
      <div>
        {greeting}
        {title}
        {lead}
        {button}
      </div>
      {cover}
    </div>
  );
}

function Asking({ questions, questionBox }: Pick<Parts, 'questions' | 'questionBox'>): VNode {
  return (
    <div class="asking">
      {questions}
      {questionBox}
    </div>
  );
}
