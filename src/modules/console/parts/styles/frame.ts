/** Colours, type, and what surrounds a screen. */
export const FRAME = `
:root{color-scheme:light dark;--paper:#f6f7f9;--card:#fff;--ink:#16191d;--soft:#545d69;--line:#dfe3e8;--edge:#8a94a1;
--accent:#1d4ed8;--on-accent:#fff;--tint:#e8eefc;--good:#1c6b40;--good-tint:#e2f2e8;--bad:#a3281c;--on-bad:#fff;--bad-tint:#fbe9e6;
--warn:#7a5200;--warn-tint:#f8eed6}
@media(prefers-color-scheme:dark){:root{--paper:#101418;--card:#171c22;--ink:#e8ebee;--soft:#a7b0ba;--line:#2b323a;--edge:#6f7a87;
--accent:#93b4ff;--on-accent:#0b1530;--tint:#1c2740;--good:#86d3a5;--good-tint:#16291f;--bad:#ff9a8f;--on-bad:#2a0d09;--bad-tint:#33191a;
--warn:#e6bf6a;--warn-tint:#2e2613}}
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:400 .9375rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:anywhere}
p,ul,ol,dl,dd,h1,h2,h3,fieldset,legend{margin:0;padding:0}
ul,ol{list-style:none}
h1,h2,h3{line-height:1.25;font-weight:650;letter-spacing:-.01em;text-wrap:balance}
h1{font-size:1.625rem;letter-spacing:-.02em}
h2{font-size:1rem}
a{color:var(--accent);text-underline-offset:.2em}
code{font:.875em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
time{white-space:nowrap}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:.25rem}
main:focus{outline:none}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;inset:.5rem auto auto .5rem;z-index:1;padding:.5rem 1rem;border-radius:.5rem;background:var(--accent);color:var(--on-accent);transform:translateY(-200%)}
.skip:focus{transform:none}
.brand{display:flex;gap:.5rem;align-items:center;font-size:1.0625rem;font-weight:700;letter-spacing:-.01em}
.brand svg{color:var(--accent)}
.side{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:center;padding:.75rem 1.25rem 0;border-bottom:1px solid var(--line);background:var(--card)}
.side nav{order:3;flex:1 0 100%;overflow-x:auto;margin-inline:-1.25rem;padding-inline:1.25rem;mask-image:linear-gradient(90deg,#000 calc(100% - 3rem),transparent)}
.side nav ul{display:flex;gap:.25rem;width:max-content;padding-inline-end:1.5rem}
.side nav a{display:block;padding:.5rem .75rem .625rem;border-bottom:3px solid transparent;color:var(--soft);font-weight:550;text-decoration:none;white-space:nowrap}
.side nav a:hover{color:var(--ink)}
.side nav a:focus-visible{outline-offset:-3px}
.side nav a[aria-current]{border-color:var(--accent);color:var(--ink)}
.who{display:flex;gap:.75rem;align-items:center;margin-inline-start:auto;min-width:0}
.who p{display:grid;min-width:0;font-size:.8125rem;line-height:1.3;text-align:end}
.who p *{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;max-width:10rem}
.who span{color:var(--soft)}
main{padding:1.5rem 1.25rem 4rem}
main>*{max-width:64rem}
@media(min-width:60rem){
.frame{display:grid;grid-template-columns:15rem minmax(0,1fr);min-height:100vh}
.side{position:sticky;top:0;flex-direction:column;flex-wrap:nowrap;gap:1.5rem;align-items:stretch;height:100vh;padding:1.5rem 1rem;border-bottom:0;border-inline-end:1px solid var(--line)}
.side .brand{padding-inline:.75rem}
.side nav{order:0;flex:1;min-height:0;margin:0;padding:0;overflow:auto;mask-image:none}
.side nav ul{flex-direction:column;gap:.125rem;width:auto;padding:0}
.side nav a{padding:.4375rem .75rem;border:0;border-radius:.5rem}
.side nav a:hover{background:var(--paper)}
.side nav a[aria-current]{background:var(--tint);color:var(--ink)}
.who{flex-direction:column;align-items:stretch;margin:0;padding:1rem .75rem 0;border-top:1px solid var(--line)}
.who p{text-align:start}
.who p *{max-width:none}
.frame main{padding:2.25rem clamp(2rem,4vw,4rem) 5rem}}
.alone{display:grid;gap:1.5rem;align-content:start;max-width:29rem;margin-inline:auto;padding-top:clamp(2rem,12vh,8rem)}
.alone h1{margin-bottom:.5rem}`;
