import type { VNode } from 'preact';
import { Asking } from './asking.js';
import { Card, Cards } from './cards.js';
import type { Layout, Parts } from './layout.js';

/** A personal letter on a sheet: to whom, the text, what the writer asks for, who writes. What else there is follows. */
export const outbound: Layout = {
  css: `
main{padding-block:clamp(0rem,4vw,3.5rem)}
.letter{width:100%;max-width:48rem;margin-inline:auto;padding:clamp(2rem,7vw,5rem) clamp(1.25rem,8vw,5.5rem);background:var(--paper);font-size:1.125rem}
@media(min-width:48rem){
main{--desk:var(--card);--sheet:var(--paper);background:var(--desk)}
.letter{width:calc(100% - 2*clamp(1.25rem,5vw,3rem));background:var(--sheet)}
.letter .quote{background:var(--desk)}
.letter{border:1px solid var(--line);border-radius:calc(1rem*var(--corners));box-shadow:0 1px 2px rgb(0 0 0/.05),0 1.5rem 3rem -1.5rem rgb(0 0 0/.15)}}
.letter .cover{margin-bottom:2.5rem}
.letter .cover img{aspect-ratio:5/2}
.letter .greeting{margin-bottom:1.5rem;color:var(--soft);font-weight:500}
.letter h1{max-width:none;font-size:clamp(1.625rem,1.4rem + 1.2vw,2.25rem);line-height:1.2;letter-spacing:-.02em}
.letter .lead{color:inherit;font-size:1.1875rem;line-height:1.65}
.letter .prose{max-width:none;margin-top:1.5rem}
.letter .prose h2{font-size:1.375rem}
.letter .blocks{margin-top:2rem}
.letter .card{margin-top:2.25rem;padding:0;border:0;background:none}
.letter .card h2{font-size:1.125rem}
.signature{margin:2.5rem 0 0;font-size:1.25rem;font-weight:600}
.signature::before{content:"";display:block;width:3rem;margin-bottom:1.25rem;border-top:2px solid var(--brand)}
main>.wrap{max-width:54rem}
main>.wrap .card,main>.wrap .form{background:var(--sheet,var(--paper))}
main>.wrap .lone{grid-column:1/-1}
@media(min-width:64rem){main>.columns{grid-template-columns:minmax(0,1fr) 18rem;gap:2.5rem}}
footer{margin-top:0}
@media(min-width:48rem) and (prefers-color-scheme:dark){main{--desk:var(--paper);--sheet:var(--card)}}
@media print{.letter{max-width:none;padding:0;border:0;box-shadow:none}main{padding:0;background:none}}`,
  opensWith: 'text',
  coverSizes: '(min-width: 48rem) 37rem, 100vw',
  Main,
};

function Main({ greeting, title, lead, cover, body, blocks, cards, signature, ...parts }: Parts): VNode {
  const { proof, questions, questionBox } = parts;
  const [main, ...others] = cards;
  return (
    <>
      <article class="letter">
        {cover}
        {greeting}
        {title}
        {lead}
        {body}
        {blocks.length > 0 && <div class="blocks">{blocks}</div>}
        {main && <Card {...main} />}
        {signature && <p class="signature">{signature}</p>}
      </article>
      {others.length > 0 && (
        <section class="wrap">
          <Cards cards={others} />
        </section>
      )}
      <Asking {...{ questions, questionBox }} />
      {proof.length > 0 && <section class="wrap proof">{proof}</section>}
    </>
  );
}
