/**
 * The rules of every page. Nothing moves while a page loads: no rule positions an element by content that arrives after
 * its first letter, so nothing is centred vertically and no row counts what it contains. The header's button is aligned to
 * the end, so its text would push it to the start; it is hidden until it is complete.
 */
export const BASE = `
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-behavior:smooth}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;background:var(--paper);color:var(--ink);
font:400 1.0625rem/1.65 var(--font);overflow-wrap:anywhere}
[hidden]{display:none!important}
a,button,bdi,span,strong,em,s,code{unicode-bidi:isolate}
:where([dir=auto]:not([align],input,textarea)){text-align:-webkit-match-parent;text-align:match-parent}
a{color:var(--link);text-underline-offset:.2em}
h1,h2,h3,h4,h5,h6{line-height:1.2;margin:0;font-weight:650;letter-spacing:-.015em;text-wrap:balance}
:is(h1,h2,h3,h4,h5,h6):dir(rtl){letter-spacing:0}
.wrap{width:100%;max-width:76rem;margin-inline:auto;padding-inline:clamp(1.25rem,5vw,3rem)}
.wrap.narrow{max-width:52rem}
:focus-visible{outline:3px solid var(--link);outline-offset:3px;border-radius:.25rem}
header{border-bottom:1px solid var(--line)}
header .wrap{display:flex;flex-wrap:wrap;gap:.75rem 1.5rem;align-items:center;align-content:flex-start;min-height:4.25rem;padding-block:.75rem}
header .logo{display:block;width:10rem;height:2.25rem;margin-block:.25rem;object-fit:contain;object-position:left;font-weight:650}
[dir=rtl] header .logo{object-position:right}
header strong{padding-block:.5rem;font-weight:650;letter-spacing:-.01em}
header .button{margin-inline-start:auto}
body:not(:has(main)) header .button{visibility:hidden}
.button{display:inline-block;max-width:100%;padding:.7em 1.35em;border:0;border-radius:var(--button-corners);background:var(--brand);
color:var(--on-brand);font:inherit;font-weight:600;line-height:1.3;text-decoration:none;text-align:center;cursor:pointer;box-shadow:inset 0 0 0 1px rgb(128 128 128/.3)}
.button.quiet{background:none;color:var(--link);box-shadow:inset 0 0 0 1.5px}
.button:hover{filter:brightness(1.08)}
.button.quiet:hover{background:var(--line);color:var(--ink);filter:none}
header .button,.copy .button{padding:.5em 1em;font-size:.9375rem}
section{padding-block:clamp(1.5rem,3.5vw,2.75rem)}
.hero{padding-block:clamp(2.5rem,6vw,5rem) clamp(1.5rem,4vw,3rem)}
.greeting{margin:0 0 .9rem;color:var(--link);font-weight:600}
h1{max-width:22ch;font-size:clamp(2.125rem,1.4rem + 3.2vw,3.75rem);line-height:1.08;letter-spacing:-.03em}
.lead{max-width:56ch;margin:1.15rem 0 0;color:var(--soft);font-size:clamp(1.125rem,1.05rem + .4vw,1.3125rem);line-height:1.55;
white-space:pre-line}
.hero .button{margin-top:2rem;font-size:1.0625rem}
@media(min-width:64rem){
.columns{display:grid;grid-template-columns:minmax(0,1fr) 24rem;gap:4rem;align-items:start}
.beside{position:sticky;top:1.5rem}
.split{display:grid;grid-template-columns:minmax(0,7fr) minmax(0,5fr);gap:4rem}
.split .lead{margin-top:.3rem}}
@media(max-width:63.99rem){.beside{margin-top:2rem}}
footer{flex:1;margin-top:clamp(2rem,6vw,4rem);border-top:1px solid var(--line);background:var(--card)}
footer .wrap{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,11rem),1fr));gap:2rem;padding-block:2.5rem}
footer address{grid-column:1/-1;color:var(--soft);font-size:.875rem;font-style:normal;white-space:pre-line}
footer h2{margin-bottom:.8rem;font-size:.9375rem;letter-spacing:0}
footer ul{margin:0;padding:0;list-style:none}
footer li+li{margin-top:.25rem}
footer a{display:inline-block;padding-block:.15rem;color:var(--soft);font-size:.9375rem;text-decoration:none}
footer a:hover{color:var(--ink);text-decoration:underline}
.notice{display:grid;place-content:center;text-align:center}
.notice h1{margin-inline:auto}
.notice .lead{margin-inline:auto}`;
