/**
 * A slide is hidden until it is complete, because it stands in the middle of the screen and would move while it arrives.
 * The box of a picture is never higher than the screen, and the picture fits into it.
 */
export const DECK_CSS = `
html{scroll-snap-type:y proximity}
header{position:absolute;inset:0 0 auto;border:0}
.slide{display:grid;grid-template-rows:minmax(0,1fr) auto;min-height:100vh;min-height:100svh;padding-block:0;scroll-snap-align:start;scroll-snap-stop:always}
.slide:focus{outline:0}
.slide+.slide{border-top:1px solid var(--line)}
.slide>.wrap:first-child{display:grid;align-content:center;grid-template-columns:minmax(0,1fr);padding-block:clamp(3rem,8vh,6rem) 2rem}
.slide:first-child>.wrap:first-child{padding-top:6rem}
.slide:not(:has(~*))>*{visibility:hidden}
@media(min-width:64rem){:is(header,.slide,footer) .wrap{max-width:84rem}}
.opening{display:grid;gap:2rem}
.slide .lead{font-size:clamp(1.125rem,.95rem + .8vw,1.625rem)}
.slide{font-size:clamp(1.0625rem,.85rem + .75vw,1.5rem);line-height:1.5}
.slide h2{font-size:clamp(1.75rem,1.3rem + 1.9vw,3rem);letter-spacing:-.02em}
.slide .widget>h2{margin-bottom:1.75rem;color:inherit;font-weight:650}
.slide :is(summary,.card,.steps li,.watch) :is(h2,h3),.slide .prose h3{font-size:1.2em}
.slide .prose{font-size:inherit}
.slide .quote blockquote{font-size:clamp(1.375rem,1rem + 1.6vw,2.25rem)}
.slide .quote{gap:1.5rem 3rem}
.slide :is(figcaption,.quote span,.watch p){font-size:.85em}
.slide .watch{gap:2rem;padding:clamp(1.5rem,4vw,3.5rem)}
.slide .prose img{max-height:60vh;object-fit:contain;object-position:0}
[dir=rtl] .slide :is(.prose,.framed) img{object-position:100%}
.slide .framed img{max-height:calc(100vh - 16rem);object-fit:contain;object-position:0}
.slide>.wrap>.framed img{border-radius:0}
.slide .player{max-height:calc(100vh - 17rem)}
.slide .framed .unsized{max-height:none}
.slide .hero{padding-block:0}
.slide h1{font-size:clamp(2.25rem,1.2rem + 4.6vw,5rem)}
.turn{display:grid;grid-template-columns:3rem 1fr 3rem;align-items:center;padding-bottom:1.25rem;color:var(--soft);font-size:.875rem;text-align:center;
font-variant-numeric:tabular-nums}
.turn a{display:grid;place-items:center;width:3rem;height:3rem;border-radius:var(--button-corners);color:inherit}
.turn a:hover{background:var(--card);color:var(--ink)}
.turn a::before{content:"";width:.7rem;height:.7rem;border:solid;border-width:2px 2px 0 0;transform:rotate(45deg)}
.turn a:first-child::before,[dir=rtl] .turn a:last-child::before{transform:rotate(-135deg)}
[dir=rtl] .turn a:first-child::before{transform:rotate(45deg)}
.progress{position:fixed;inset:auto 0 0;z-index:1;width:100%;height:.25rem;border:0;background:var(--line);appearance:none}
.progress::-webkit-progress-bar{background:var(--line)}
.progress::-webkit-progress-value{background:var(--brand)}
.progress::-moz-progress-bar{background:var(--brand)}
.asking{display:grid;gap:2.5rem 4rem;align-items:start}
.slide+footer,main+footer{margin-top:0;scroll-snap-align:end}
@media(min-width:64rem){
.with-cover{grid-template-columns:minmax(0,7fr) minmax(0,6fr);gap:clamp(2rem,5vw,5rem);align-items:center}
.with-cover .cover img{aspect-ratio:4/5;max-height:70vh}
.asking:has(form){grid-template-columns:minmax(0,3fr) minmax(0,2fr)}
.slide .titled{grid-template-columns:minmax(0,2fr) minmax(0,3fr)}
.slide .with-portrait{grid-template-columns:9rem minmax(0,1fr)}
.slide .quote img{width:9rem;height:9rem}
.slide .pair{align-items:center}
.slide .pair .tall{max-width:min(100%,22rem)}}
@media(prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
@media print{
@page{size:landscape;margin:12mm}
html{font-size:11px}
header{position:static}
.slide{display:block;min-height:0;border:0!important;break-inside:auto}
.slide+.slide{break-before:page}
.slide>.wrap:first-child{display:block;padding-block:4mm}
.slide h1{font-size:3rem}
.turn{display:block;padding:0;text-align:end}
.turn a,.turn span:empty,.progress{display:none}
.slide .framed img,.slide .prose img{max-height:120mm}
.with-cover{grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:10mm;align-items:center}
.with-cover .cover img{max-height:125mm}}`;
