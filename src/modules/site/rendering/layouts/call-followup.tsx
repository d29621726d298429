import type { VNode } from 'preact';
import { Asking } from './asking.js';
import { Card, Cards } from './cards.js';
import { Columns } from './columns.js';
import type { Layout, Parts } from './layout.js';

/** A summary of a call: the next step first, then what was said. */
export const callFollowup: Layout = {
  css: `
h1{font-size:clamp(2rem,1.5rem + 2vw,3rem)}
.next .card{border:2px solid var(--link)}
.next .card h2{font-size:1.375rem}
.next .card .button{margin-top:0}
@media(max-width:63.99rem){.next .card{margin-top:2rem}.next .said{margin-top:2.5rem}}
@media(min-width:64rem){
.next{display:grid;grid-template-columns:minmax(0,1fr) 24rem;grid-template-rows:auto 1fr;gap:2.5rem 4rem;align-items:start}
.next .card{grid-column:2;grid-row:1/span 2}}
.next .said .cover{margin-bottom:2.5rem}
.summary .prose h2{margin-top:1.6em;padding-top:1.1em;border-top:1px solid var(--line);font-size:1.375rem}
.summary .prose>h2:first-child{padding-top:0;border-top:0}`,
  opensWith: 'card',
  coverSizes: '(min-width: 76rem) 70rem, 100vw',
  Main,
};

function Main({ cover, body, blocks, proof, cards, questions, questionBox, ...opening }: Parts): VNode {
  const [next, ...others] = cards;
  // A form is so high that the text begins beside it.
  const isTall = next?.kind === 'form';
  const narrow = others.filter(({ kind }) => kind !== 'form');
  const beside = body && !isTall ? narrow : [];
  const below = others.filter((card) => !beside.includes(card));
  return (
    <>
      <section class={`wrap hero summary${next ? ' next' : ''}`}>
        <div>
          {opening.greeting}
          {opening.title}
          {opening.lead}
        </div>
        {next && <Card {...next} />}
        {isTall && (
          <div class="said">
            {cover}
            {body}
          </div>
        )}
      </section>
      {cover && !isTall && <div class="wrap banner">{cover}</div>}
      {body && !isTall && (
        <div class="summary">
          <Columns aside={beside.length > 0 && <Cards cards={beside} />}>{body}</Columns>
        </div>
      )}
      {blocks.length > 0 && <div class="wrap blocks">{blocks}</div>}
      {below.length > 0 && (
        <section class="wrap">
          <Cards cards={below} />
        </section>
      )}
      <Asking {...{ questions, questionBox }} />
      {proof.length > 0 && <section class="wrap proof">{proof}</section>}
    </>
  );
}
