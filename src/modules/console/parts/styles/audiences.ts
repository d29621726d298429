/** Audiences: previews at two widths, links, texts beside those of the page, versions in time. */
export const AUDIENCES = `
.halves{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:1.5rem;align-items:stretch}
.halves .card{align-content:start;max-width:none}
.halves section{margin:0}
.halves h2{margin:0}
.facts-of{display:grid;gap:.5rem}
.facts-of>div{display:grid;grid-template-columns:7rem minmax(0,1fr);gap:.75rem}
.links{display:grid;gap:1rem}
.links li{display:flex;flex-wrap:wrap;gap:1rem;align-items:center}
.links li>div{flex:1 1 12rem;display:grid;gap:.25rem;min-width:0}
.qr{flex:none;padding:0;border:1px solid var(--line);border-radius:.5rem;background:#fff}
.devices{display:grid;gap:1.5rem;align-items:start;margin-top:.75rem}
.device{container-type:inline-size;position:relative;border:1px solid var(--line);border-radius:.75rem;background:var(--card);overflow:hidden}
.device iframe{position:absolute;inset:0 auto auto 0;border:0;transform-origin:0 0}
.device.desktop{aspect-ratio:1280/860}
.device.desktop iframe{width:1280px;height:860px;transform:scale(.27);transform:scale(tan(atan2(100cqw,1280px)))}
.device.phone{width:100%;max-width:390px;aspect-ratio:390/780;border-radius:1.5rem}
.device.phone iframe{width:390px;height:780px;transform:scale(.85);transform:scale(tan(atan2(100cqw,390px)))}
@media(min-width:48rem){.devices.of-2{grid-template-columns:minmax(0,1fr) minmax(12rem,18rem)}}
.override{display:grid;gap:.5rem 1.25rem;padding-top:1.25rem;border-top:1px solid var(--line)}
.override:first-of-type{padding-top:0;border-top:0}
.override .own{display:grid;gap:.75rem;align-content:start;min-width:0}
.of-page{min-width:0}
.of-page .value{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:16;overflow:hidden;color:var(--soft);white-space:pre-wrap}
@media(min-width:48rem){.override{grid-template-columns:minmax(0,2fr) minmax(0,3fr)}.of-page{order:-1}}
.of-overrides{margin-top:1rem}
.boxes{display:grid;gap:.25rem;padding-inline-start:1.625rem}
.timeline .row{position:relative;padding-inline-start:2.75rem}
.timeline .row::before{content:"";position:absolute;inset:0 auto 0 1.5rem;border-inline-start:2px solid var(--line)}
.timeline .row:first-child::before{top:1.375rem}
.timeline .row:last-child::before{bottom:auto;height:1.375rem}
.timeline .row::after{content:"";position:absolute;top:1.0625rem;inset-inline-start:1.125rem;width:.875rem;height:.875rem;border:2px solid var(--edge);border-radius:50%;background:var(--card)}
.timeline .row.now::after{border-color:var(--good);background:var(--good)}
.timeline .row.next::after{border-color:var(--warn);border-style:dashed}
.row h2 .badge{margin-inline-start:.375rem;letter-spacing:0}
.heading+.meta{margin-bottom:1rem}
.card.note{max-width:64rem;margin-bottom:1.25rem}
p.about+*{margin-top:1rem}
.said{white-space:pre-wrap}
h3{font-size:.9375rem}
.difference{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,18rem),1fr));gap:.5rem;margin-top:.25rem}
.was,.is{min-width:0;padding:.5rem .75rem;border-radius:.5rem;background:var(--bad-tint);white-space:pre-wrap}
.was del{color:inherit;text-decoration:none}
.is{background:var(--good-tint)}
.was .hint{color:var(--bad)}
.is .hint{color:var(--good)}
.visits .what{flex-basis:15rem}
.replaced{display:grid;gap:1rem}
.replaced>div{display:grid;gap:.25rem}
`;
