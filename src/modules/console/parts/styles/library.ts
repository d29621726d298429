/** Tiles of files, colours of brands, steps of a proof, and forms as visitors see them. */
export const LIBRARY = `
.tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,9.5rem),1fr));gap:1rem}
.tile{display:grid;gap:.375rem;align-content:start;min-width:0}
.tile a{display:grid;gap:.5rem;color:inherit;text-decoration:none;font-weight:600}
.tile a:hover .name{text-decoration:underline}
.tile .name{display:-webkit-box;overflow:hidden;-webkit-box-orient:vertical;-webkit-line-clamp:2}
.thumb{display:grid;place-items:center;aspect-ratio:4/3;padding:.5rem;border:1px solid var(--line);border-radius:.625rem;background:repeating-conic-gradient(#e9ecef 0 25%,#fff 0 50%) 0/16px 16px;overflow:hidden}
.thumb img{max-width:100%;max-height:100%;min-width:0;min-height:0;object-fit:contain}
.thumb.bare{background:var(--card);color:var(--soft);font-size:.875rem;font-weight:400}
.thumb.large{aspect-ratio:auto;min-height:12rem;padding:1rem}
.thumb.large img{max-height:26rem}
.drop{margin-bottom:1.5rem;padding:1rem 1.25rem;border:1px dashed var(--edge);border-radius:.75rem;background:var(--card)}
.upload{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,13rem),1fr));align-items:end}
.upload .notice{grid-column:1/-1;margin:0}
input[type=file]{padding:.375rem .5rem}
input[type=file]::file-selector-button{margin-inline-end:.75rem;padding:.1875rem .75rem;border:1px solid var(--edge);border-radius:.375rem;background:none;color:inherit;font:inherit;cursor:pointer}
.moves{display:flex;gap:.25rem}
.totals dd.hint{font-size:.8125rem;font-weight:400;letter-spacing:0}
.excerpt{white-space:pre-line}
.palette{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,15rem),1fr));gap:1rem}
.palette figure{display:grid;gap:.375rem;margin:0}
.palette svg{display:block;width:100%;height:auto;border:1px solid var(--line);border-radius:.75rem}
figcaption{color:var(--soft);font-size:.875rem}
.swatch{width:1rem;height:1rem;vertical-align:-.125rem}
.lines{display:grid;gap:1rem}
.lines>li,.lines fieldset{display:grid;gap:.75rem}
.lines>li{padding-top:1rem;border-top:1px solid var(--line)}
.lines>li:first-child{padding-top:0;border:0}
.steps{display:grid;gap:1.25rem;counter-reset:step}
.steps>li{display:grid;grid-template-columns:2rem minmax(0,1fr);gap:.25rem .75rem;counter-increment:step}
.steps>li::before{content:counter(step);display:grid;place-items:center;width:2rem;height:2rem;border-radius:50%;background:var(--tint);font-weight:650}
.steps>li.done::before{content:"✓";background:var(--good-tint);color:var(--good)}
.steps>li>div{display:grid;gap:.5rem;padding-top:.25rem}
.record{display:grid;gap:.5rem}
.record>div{display:grid;grid-template-columns:minmax(4rem,auto) minmax(0,1fr);gap:.75rem}
.record code{user-select:all}
.totals.states{grid-template-columns:repeat(3,minmax(0,1fr))}
section.card{margin-bottom:1.25rem;gap:.75rem}
.halves section.card{margin:0}
section.card>h2{margin:0}
.more>legend{padding-bottom:.25rem;font-size:1.0625rem}
.kinds{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17.5rem),1fr));gap:1rem 1.5rem}
.kinds fieldset{align-content:start;gap:.25rem}
.kinds legend{font-size:.875rem}`;
