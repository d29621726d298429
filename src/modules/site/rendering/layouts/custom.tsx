import type { VNode } from 'preact';
import { Asking } from './asking.js';
import { Cards } from './cards.js';
import { Columns } from './columns.js';
import type { CardPart, Layout, Parts } from './layout.js';

/** The most cards beside a text. */
const MAX_BESIDE = 3;

/** The parts in their usual order, the actions beside the text. */
export const custom: Layout = {
  css: `
@media(min-width:64rem){
.elsewhere .button{display:none}
.beside .card:first-child .quiet{background:var(--brand);color:var(--on-brand);box-shadow:none}}`,
  opensWith: 'button',
  coverSizes: '(min-width: 76rem) 70rem, 100vw',
  Main,
};

function Main({ body, blocks, proof, questions, questionBox, cards, cover, ...parts }: Parts): VNode {
  const narrow = cards.filter(({ kind }) => kind !== 'form');
  const beside = body && narrow.length <= MAX_BESIDE ? narrow : [];
  const below = cards.filter((card) => !beside.includes(card));
  const aside = beside.length > 0 ? <Cards cards={beside} /> : undefined;
  return (
    <>
      <Hero
        {...parts}
        isOffered={beside.includes(cards[0]!)}
        isColumn={body !== undefined && !aside && !cover}
      />
      {cover && <div class="wrap banner">{cover}</div>}
      {body && <Columns aside={aside}>{body}</Columns>}
      {blocks.length > 0 && <div class="wrap blocks">{blocks}</div>}
      {proof.length > 0 && <section class="wrap proof">{proof}</section>}
      <Asking {...{ questions, questionBox }} />
      <Below cards={below} />
    </>
  );
}

type HeroProps = Pick<Parts, 'greeting' | 'title' | 'lead' | 'button'> & {
  /** Whether the card of the first action is beside the text on a wide screen, so that the button is not needed. */
  isOffered: boolean;
  /** Whether the text stands alone, in a column in the middle. */
  isColumn: boolean;
};

function Hero({ greeting, title, lead, button, isOffered, isColumn }: HeroProps): VNode {
  return (
    <section class={`wrap hero${isOffered ? ' elsewhere' : ''}${isColumn ? ' narrow' : ''}`}>
      <div class={lead && !isColumn ? 'split' : undefined}>
        <div>
          {greeting}
          {title}
        </div>
        <div>
          {lead}
          {button}
        </div>
      </div>
    </section>
  );
}

function Below({ cards }: { cards: readonly CardPart[] }): VNode | null {
  return cards.length === 0 ? null : (
    <section class="wrap">
      <Cards cards={cards} />
    </section>
  );
}
