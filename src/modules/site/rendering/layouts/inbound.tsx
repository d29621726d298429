import type { VNode } from 'preact';
import { Asking } from './asking.js';
import { Card, Cards } from './cards.js';
import { Columns } from './columns.js';
import type { Layout, Parts } from './layout.js';

/** A landing page: a cover, one clear action, who trusts it, why, and the action again. */
export const inbound: Layout = {
  css: `
.opening{background:var(--card);border-bottom:1px solid var(--line)}
.opening .cover{margin-top:2.5rem}
.opening .cover img{aspect-ratio:4/3}
@media(min-width:64rem){
.opening .covered{display:grid;grid-template-columns:minmax(0,7fr) minmax(0,6fr);gap:4rem}
.opening .cover{margin-top:0}
.opening .covered h1{font-size:clamp(2.75rem,4vw,3.5rem)}}
.closing .card{padding:clamp(1.75rem,5vw,3.5rem)}
.closing .card:not(.asks){background:var(--brand);border-color:transparent;color:var(--on-brand)}
.closing h2{max-width:24ch;font-size:clamp(1.5rem,1.2rem + 1.6vw,2.5rem);letter-spacing:-.02em}
.closing .card:not(.asks) .quiet{color:inherit}
.closing .card:not(.asks) .quiet:hover{background:rgb(128 128 128/.3)}
@media(min-width:48rem){
.closing .card:not(.asks){display:grid;grid-template-columns:minmax(0,1fr) 14rem;gap:3rem}
.closing .card>.button{justify-self:start}}`,
  opensWith: 'button',
  coverSizes: '(min-width: 76rem) 30rem, (min-width: 64rem) 45vw, 100vw',
  Main,
};

function Main({ body, blocks, proof, questions, questionBox, cards, ...parts }: Parts): VNode {
  const [main, ...others] = cards;
  const closesWithMain = main && main.kind !== 'copy';
  const more = closesWithMain ? others : cards;
  const narrow = more.filter(({ kind }) => kind !== 'form');
  const beside = body && narrow.length < 3 ? narrow : [];
  const below = more.filter((card) => !beside.includes(card));
  const aside = beside.length > 0 ? <Cards cards={beside} /> : undefined;
  return (
    <>
      <Opening {...parts} />
      {proof.length > 0 && <section class="wrap proof">{proof}</section>}
      {body && <Columns aside={aside}>{body}</Columns>}
      {blocks.length > 0 && <div class="wrap blocks">{blocks}</div>}
      <Asking {...{ questions, questionBox }} />
      {below.length > 0 && (
        <section class="wrap">
          <Cards cards={below} />
        </section>
      )}
      {closesWithMain && (
        <section class="wrap closing">
          <div class="cards row">
            <Card {...main} />
          </div>
        </section>
      )}
    </>
  );
}

function Opening({ greeting, title, lead, button, cover }: Omit<Parts, 'blocks' | 'proof' | 'cards'>): VNode {
  return (
    <div class="opening">
      <section class={cover ? 'wrap hero covered' : 'wrap hero split'}>
        <div>
          {greeting}
          {title}
          {cover && lead}
          {cover && button}
        </div>
        {cover ?? (
          <div>
            {lead}
            {button}
          </div>
        )}
      </section>
    </div>
  );
}
