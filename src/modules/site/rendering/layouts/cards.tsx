import type { VNode } from 'preact';
import { shareOf } from './card-rows.js';
import type { CardPart } from './layout.js';

/** Cards in rows that they fill; beside a text, one below the other. A form has a row of its own, beside its explanation. */
export function Cards({ cards }: { cards: readonly CardPart[] }): VNode {
  const narrow = cards.filter(({ kind }) => kind !== 'form');
  return (
    <div class="cards row">
      {cards.map((card) => (
        <Card
          {...card}
          share={card.kind === 'form' ? undefined : shareOf(narrow.indexOf(card), narrow.length)}
        />
      ))}
    </div>
  );
}

/** `share` is the share of a row. */
export function Card({ id, kind, title, text, content, share }: CardPart & { share?: string }): VNode {
  const explanation = kind === 'form' && (title || text) && (
    <div>
      {title}
      {text}
    </div>
  );
  return (
    <div class={['card', share, explanation && 'asks'].filter(Boolean).join(' ')} id={id}>
      {explanation || title}
      {content}
    </div>
  );
}
