/** The rules of the parts of pages. A page has those of its own parts only. */
export const PARTS = {
  cover: `
.cover{display:block}
.cover img{display:block;width:100%;height:auto;aspect-ratio:16/9;object-fit:cover;border-radius:calc(1rem*var(--corners));background:var(--card)}
.banner img{aspect-ratio:16/9}
@media(min-width:48rem){.banner img{aspect-ratio:21/8}}
@media print{.banner img{aspect-ratio:21/8}}`,
  prose: `
.prose{max-width:68ch}
@media(min-width:64rem){.prose{font-size:1.125rem}details .prose{font-size:1.0625rem}}
.prose :is(a,strong,em,s){unicode-bidi:plaintext}
.prose>:first-child{margin-top:0}
.prose>:last-child{margin-bottom:0}
.prose :is(h2,h3,h4,h5,h6){margin:1.9em 0 .6em}
.prose h2{font-size:1.625rem}
.prose h3{font-size:1.25rem}
.prose :is(h4,h5,h6){font-size:1.0625rem}
.prose :is(ul,ol){padding-inline-start:1.4em}
.prose li+li{margin-top:.3em}
.prose li::marker{color:var(--link)}
.prose blockquote{margin:1.5em 0;padding-inline-start:1.1em;border-inline-start:3px solid var(--brand);color:var(--soft)}
.prose :is(code,pre){font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.9em}
.prose code{padding:.1em .3em;border-radius:calc(.3em*var(--corners));background:var(--card)}
.prose pre{padding:1em;border:1px solid var(--line);border-radius:calc(.6rem*var(--corners));background:var(--card);overflow-x:auto;overflow-wrap:normal}
pre,code{direction:ltr;text-align:left}
.prose pre code{padding:0;background:none}
.prose table{display:block;overflow-x:auto;border-collapse:collapse;overflow-wrap:normal}
.prose :is(th,td){padding:.5em .9em;border:1px solid var(--line);vertical-align:top}
.prose :is(th,td):not([align]){text-align:match-parent}
@media(max-width:30rem){.prose table{font-size:.9375em}.prose :is(th,td){padding:.4em .5em}}
.prose img{max-width:100%;height:auto;border-radius:calc(.6rem*var(--corners))}
.prose img:not([width]){width:min(100%,36rem);aspect-ratio:3/2;object-fit:scale-down;object-position:0}
[dir=rtl] .prose img:not([width]){object-position:100%}
.prose hr{margin:2.5em 0;border:0;border-top:1px solid var(--line)}`,
  proof: `
.proof h2{margin-bottom:1.5rem;color:var(--soft);font-size:1rem;font-weight:600;letter-spacing:0}
@media(min-width:48rem){.proof{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:2.5rem 1.5rem}.widget{grid-column:1/-1}.widget.half{grid-column:auto}}
.widget+.widget{margin-top:2.5rem}
@media(min-width:48rem){.widget+.widget{margin-top:0}}
.widget>*+.logos{margin-top:1.5rem}`,
  questions: `
details{border-top:1px solid var(--line)}
.questions{border-bottom:1px solid var(--line)}
@media(min-width:64rem){.two .questions{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));column-gap:4rem}}
summary{display:flex;gap:1rem;align-items:baseline;padding-block:1.1rem;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary::after{content:"+";flex:none;width:1em;margin-inline-start:auto;color:var(--link);font-size:1.4rem;line-height:1;text-align:center}
details[open] summary::after{content:"\\2212"}
summary h2{font-size:1.125rem}
summary:hover h2{color:var(--link)}
details .prose{padding-bottom:1.4rem;color:var(--soft)}`,
  cards: `
.cards{display:grid;gap:1.25rem}
.card{display:flex;flex-direction:column;gap:1.25rem;align-items:flex-start;
padding:1.6rem;border:1px solid var(--line);border-radius:calc(1rem*var(--corners));background:var(--card)}
.card h2{font-size:1.1875rem}
.copy{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center;width:100%}
.copy .button{display:inline-grid}
.copy .button>span{grid-area:1/1}
.copy [hidden]{display:inline-grid!important;visibility:hidden}
.copy code{flex:1 1 10rem;padding:.6em .8em;border:1px dashed var(--soft);border-radius:calc(.5rem*var(--corners));background:var(--paper);
font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.9375rem;user-select:all}
.instructions{margin:.75rem 0 0;color:var(--soft);white-space:pre-line}
.beside .copy code{flex-basis:100%}
.asks h2{font-size:clamp(1.375rem,1.2rem + .8vw,1.75rem)}
@media(min-width:48rem){
.cards.row{grid-template-columns:repeat(6,minmax(0,1fr))}
.row>.card{grid-column:span 6}
.row>.half{grid-column:span 3}
.row>.third{grid-column:span 6}
.row>.lone{grid-column:span 3}
.row>.asks{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,6fr);gap:3rem;padding:clamp(1.6rem,4vw,3rem)}}
@media(min-width:64rem){.row>.third{grid-column:span 2}.beside>.row{grid-template-columns:minmax(0,1fr)}.beside>.row>.card{grid-column:1}}`,
  form: `
.beside>.form{padding:1.6rem;border:1px solid var(--line);border-radius:calc(1rem*var(--corners));background:var(--card)}
.form{display:grid;gap:1.1rem;width:100%;max-width:34rem}
@media(max-width:63.99rem){.beside>.form{max-width:none}}
.form p{margin:0}
.field{display:grid;gap:.35rem}
.field label{font-weight:600}
.optional{color:var(--soft);font-weight:400}
.field :is(input,select,textarea){width:100%;padding:.65em .8em;border:1px solid var(--soft);border-radius:calc(.5rem*var(--corners));background:var(--paper);
color:inherit;font:inherit}
.field textarea{resize:vertical}
.consent{grid-template-columns:auto 1fr;align-items:start;column-gap:.7rem}
.consent label{font-weight:400}
.field input[type=checkbox]{width:1.25rem;height:1.25rem;margin:.2rem 0 0;accent-color:var(--brand)}
.consent .fault{grid-column:1/-1}
.field [aria-invalid]{border-color:var(--fault);outline:1px solid var(--fault)}
.fault{color:var(--fault);font-size:.9375rem}
.form .button{justify-self:start}
.form .button:disabled{opacity:.6}
.unseen{position:absolute;inset-inline-start:-200vw;width:1px;height:1px;overflow:hidden}
.thanks{max-width:34rem;margin:0;font-size:1.125rem;white-space:pre-line}
.thanks:empty{display:none}`,
};
