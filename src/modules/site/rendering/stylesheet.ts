import { contrasting, hexOf, isDark, readableOn, rgbOf } from '../../../shared/kernel/colours.js';
import type { Corners, EffectiveColours, SchemeColours } from '../../brands/index.js';
import type { BrandProps } from './brand.js';
import { fontFaces, fontFamilies } from './fonts.js';

/**
 * Nothing moves while a page loads: no rule positions an element by content that arrives after its first letter. The
 * header's button is aligned to the right, so its text would push it to the left; it is hidden until it is complete.
 */
const LAYOUT = `
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-behavior:smooth}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;background:var(--paper);color:var(--ink);
font:400 1.0625rem/1.65 var(--font);overflow-wrap:anywhere}
[hidden]{display:none!important}
a,button,bdi,span,strong,em,s,code{unicode-bidi:isolate}
a{color:var(--link);text-underline-offset:.2em}
h1,h2,h3,h4,h5,h6{line-height:1.2;margin:0;font-weight:650;letter-spacing:-.015em;text-wrap:balance}
.wrap{width:100%;max-width:66rem;margin-inline:auto;padding-inline:clamp(1.25rem,5vw,3rem)}
:focus-visible{outline:3px solid var(--link);outline-offset:3px;border-radius:.25rem}
header{border-bottom:1px solid var(--line)}
header .wrap{display:flex;flex-wrap:wrap;gap:.75rem 1.5rem;align-items:center;min-height:4.25rem;padding-block:.75rem}
header .logo{display:block;width:10rem;height:2.25rem;object-fit:contain;object-position:left;font-weight:650}
[dir=rtl] header .logo{object-position:right}
header strong{font-weight:650;letter-spacing:-.01em}
header .button{margin-inline-start:auto}
body:not(:has(main)) header .button{visibility:hidden}
.button{display:inline-block;max-width:100%;padding:.7em 1.35em;border:0;border-radius:var(--button-corners);background:var(--brand);
color:var(--on-brand);font:inherit;font-weight:600;line-height:1.3;text-decoration:none;text-align:center;cursor:pointer;box-shadow:inset 0 0 0 1px rgb(128 128 128/.3)}
.button:hover{filter:brightness(1.08)}
header .button,.copy .button{padding:.5em 1em;font-size:.9375rem}
section{padding-block:clamp(1.25rem,3vw,2.25rem)}
.hero{padding-block:clamp(3rem,9vw,6.5rem) clamp(2rem,6vw,4rem)}
.greeting{margin:0 0 .9rem;color:var(--link);font-weight:600}
h1{max-width:22ch;font-size:clamp(2.125rem,1.4rem + 3.4vw,3.75rem);line-height:1.08;letter-spacing:-.03em}
.lead{max-width:56ch;margin:1.15rem 0 0;color:var(--soft);font-size:clamp(1.125rem,1.05rem + .4vw,1.3125rem);line-height:1.55;
white-space:pre-line}
.hero .button{margin-top:2rem;font-size:1.0625rem}
.prose{max-width:68ch}
.prose>:first-child{margin-top:0}
.prose>:last-child{margin-bottom:0}
.prose :is(h2,h3,h4,h5,h6){margin:2em 0 .6em}
.prose h2{font-size:1.625rem}
.prose h3{font-size:1.25rem}
.prose :is(ul,ol){padding-inline-start:1.4em}
.prose li+li{margin-top:.3em}
.prose blockquote{margin:1.5em 0;padding-inline-start:1.1em;border-inline-start:3px solid var(--brand);color:var(--soft)}
.prose :is(code,pre){font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.9em}
.prose code{padding:.1em .3em;border-radius:calc(.3em*var(--corners));background:var(--card)}
.prose pre{padding:1em;border:1px solid var(--line);border-radius:calc(.6rem*var(--corners));background:var(--card);overflow-x:auto;overflow-wrap:normal}
pre,code{direction:ltr;text-align:left}
.prose pre code{padding:0;background:none}
.prose table{display:block;overflow-x:auto;border-collapse:collapse;overflow-wrap:normal}
.prose :is(th,td){padding:.5em .9em;border:1px solid var(--line);vertical-align:top}
.prose :is(th,td):not([align]){text-align:start}
.prose img{max-width:100%;height:auto;border-radius:.6rem}
.prose hr{margin:2.5em 0;border:0;border-top:1px solid var(--line)}
.proof h2{margin-bottom:1.5rem;color:var(--soft);font-size:1rem;font-weight:600;letter-spacing:0}
.proof>div+div{margin-top:2.5rem}
.logos{display:grid;grid-template-columns:repeat(auto-fill,minmax(8.5rem,1fr));gap:.75rem;margin:0;padding:0;list-style:none}
.logos li{display:grid;place-items:center;height:5rem;padding:1rem;border:1px solid var(--line);border-radius:calc(.8rem*var(--corners));background:#fff}
.logos img{width:100%;height:3rem;object-fit:contain;color:#16191d;font-size:.875rem;text-align:center}
video{display:block;width:100%;max-width:46rem;aspect-ratio:16/9;margin-bottom:1.5rem;border-radius:calc(.8rem*var(--corners));background:#000}
details{max-width:46rem;border-bottom:1px solid var(--line)}
details:first-of-type{border-top:1px solid var(--line)}
summary{display:flex;gap:1rem;align-items:baseline;padding-block:1.1rem;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary::after{content:"+";flex:none;width:1em;margin-inline-start:auto;color:var(--link);font-size:1.4rem;line-height:1;text-align:center}
details[open] summary::after{content:"\\2212"}
summary h2{font-size:1.125rem}
details .prose{padding-bottom:1.4rem;color:var(--soft)}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr));gap:1.25rem}
.cards.two{grid-template-columns:repeat(auto-fill,minmax(min(100%,24rem),1fr))}
.card{display:flex;flex-direction:column;gap:1.25rem;align-items:flex-start;
padding:1.6rem;border:1px solid var(--line);border-radius:calc(1rem*var(--corners));background:var(--card)}
.card h2{font-size:1.1875rem}
.copy{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center;width:100%}
.copy [hidden]{display:inline-block!important;visibility:hidden}
.copy code{flex:1 1 10rem;padding:.6em .8em;border:1px dashed var(--soft);border-radius:calc(.5rem*var(--corners));background:var(--paper);
font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.9375rem;user-select:all}
.card.wide{grid-column:1/-1}
.form{display:grid;gap:1.1rem;width:100%;max-width:34rem}
.form p{margin:0}
.instructions{color:var(--soft);white-space:pre-line}
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
.notice .lead{margin-inline:auto}
@media print{header .button,.hero .button{display:none}}`;

/** How round corners are, compared to those of `soft`; and the corners of buttons. */
const CORNERS: Record<Corners, { corners: number; button: string }> = {
  sharp: { corners: 0, button: '0' },
  soft: { corners: 1, button: '.6rem' },
  round: { corners: 1.6, button: '99rem' },
};

/** One inline style sheet, so a visitor waits for one response only. */
export function stylesheet({ light, dark }: EffectiveColours, brand?: BrandProps): string {
  const { corners, button } = CORNERS[brand?.corners ?? 'soft'];
  const typeface = brand?.typeface ?? undefined;
  const isAlwaysDark = isDark(rgbOf(light.ground)!);
  return (
    (typeface ? fontFaces(typeface) : '') +
    `:root{color-scheme:${isAlwaysDark ? 'dark' : 'light dark'};--font:${fontFamilies(typeface)};` +
    `--corners:${corners};--button-corners:${button};--brand:${light.accent};--on-brand:${light.accentText};` +
    `${variablesOf(light)}}@media(prefers-color-scheme:dark){:root{${variablesOf(dark)}}}` +
    LAYOUT.replaceAll('\n', '')
  );
}

const FAULT = { light: '#b42318', dark: '#ff9a8f' };

/** The variables that differ between the light and the dark scheme of a browser. */
function variablesOf({ link, ground, text, softText, line, card }: SchemeColours): string {
  const backgrounds = [rgbOf(ground)!, rgbOf(card)!];
  const red = rgbOf(isDark(backgrounds[0]!) ? FAULT.dark : FAULT.light)!;
  const fault = hexOf(readableOn(backgrounds, red, contrasting(backgrounds[0]!)));
  return (
    `--link:${link};--paper:${ground};--ink:${text};--soft:${softText};--line:${line};--card:${card};` +
    `--fault:${fault}`
  );
}
