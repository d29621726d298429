/** What screens consist of. */
export const CONTENT = `
.heading{display:grid;gap:.375rem;margin-bottom:1.5rem}
@media(max-width:30rem){.heading{gap:.625rem}}
.heading .line{display:flex;flex-wrap:wrap;gap:.75rem 1.5rem;align-items:center;justify-content:space-between}
.back{justify-self:start;font-size:.875rem;text-decoration:none}
.back::before{content:"←\\a0"}
.back:hover{text-decoration:underline}
.about{max-width:62ch;color:var(--soft)}
.card{display:grid;gap:1.25rem;max-width:44rem;padding:1.5rem;border:1px solid var(--line);border-radius:.75rem;background:var(--card)}
.notice{margin-bottom:1.25rem;padding:.75rem 1rem;border-radius:.5rem;background:var(--tint)}
.card .notice{margin:0}
.undo{margin-bottom:1.25rem}
.notice ul{margin-top:.25rem;padding-inline-start:1.25rem;list-style:disc}
.notice a{color:inherit}
.notice.good{background:var(--good-tint);color:var(--good)}
.notice.bad{background:var(--bad-tint);color:var(--bad)}
.empty{display:grid;gap:.5rem;justify-items:start;padding:2.5rem 1.5rem;border:1px dashed var(--edge);border-radius:.75rem;color:var(--soft)}
.empty h2{color:var(--ink);font-size:1.125rem}
.rows{border:1px solid var(--line);border-radius:.75rem;background:var(--card);overflow:hidden}
.row{display:flex;flex-wrap:wrap;gap:.75rem 1.5rem;align-items:flex-start;justify-content:space-between;padding:1rem 1.25rem}
.row+.row{border-top:1px solid var(--line)}
.row .what{display:grid;flex:1 1 11rem;gap:.3125rem;min-width:0}
.row h2 a{color:inherit;text-decoration:none}
.row h2 a:hover{text-decoration:underline}
.row.ended h2{color:var(--soft)}
.badges{display:flex;flex-wrap:wrap;gap:.375rem}
.badge{display:inline-block;padding:.0625rem .5rem;border-radius:1rem;background:var(--paper);color:var(--soft);font-size:.8125rem;font-weight:550;line-height:1.5}
.badge.good{background:var(--good-tint);color:var(--good)}
.badge.bad{background:var(--bad-tint);color:var(--bad)}
.badge.warn{background:var(--warn-tint);color:var(--warn)}
.facts{display:flex;flex-wrap:wrap;gap:.125rem 1rem}
.meta{display:flex;flex-wrap:wrap;gap:.125rem 1rem;color:var(--soft);font-size:.875rem}
.actions{display:flex;flex-wrap:wrap;gap:.625rem;align-items:center}
.secret{padding:.875rem 1rem;border:1px solid var(--edge);border-radius:.5rem;background:var(--paper)}
.secret code{user-select:all}
details summary{color:var(--accent);font-size:.875rem;cursor:pointer}
details dl{display:grid;gap:.375rem;margin-top:.5rem}
details dl>div{display:grid;grid-template-columns:minmax(7rem,auto) minmax(0,1fr);gap:.75rem}
dt{color:var(--soft)}
del{color:var(--soft)}
ins{text-decoration:none}
pre{margin:.5rem 0 0;padding:.75rem 1rem;border-radius:.5rem;background:var(--paper);white-space:pre-wrap;overflow-wrap:anywhere}
.heading .tabs{margin:0}
.totals{display:grid;grid-template-columns:repeat(auto-fit,minmax(8rem,1fr));margin-bottom:1rem;border:1px solid var(--line);border-radius:.75rem;background:var(--card);overflow:hidden}
.totals>div{padding:.875rem 1.125rem;box-shadow:1px 1px 0 var(--line)}
.totals dt{font-size:.875rem}
.totals time{white-space:normal}
.totals dd{font-size:1.625rem;font-weight:650;letter-spacing:-.02em;line-height:1.25}
.chart{display:block;width:100%;height:auto;margin-bottom:.75rem;border:1px solid var(--line);border-radius:.75rem}
table{width:100%;margin-top:.5rem;border-collapse:collapse}
th,td{padding:.25rem .5rem;border-bottom:1px solid var(--line);text-align:end;font-variant-numeric:tabular-nums}
thead th{font-size:.8125rem;overflow-wrap:normal}
th:first-child{text-align:start;font-weight:400}
.tabs{display:flex;flex-wrap:wrap;gap:.25rem;margin-bottom:1rem}
.tabs a{padding:.25rem .875rem;border-radius:1rem;color:var(--soft);text-decoration:none}
.tabs a:hover{color:var(--ink)}
.tabs a[aria-current]{background:var(--tint);color:var(--ink);font-weight:600}
.card.wide{max-width:64rem}
.card pre{margin:0}
.pages{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;margin-top:1.25rem}
section+section,.heading~section,:where(section,[data-live])+[data-live]>section{margin-top:2rem}
section>h2{margin-bottom:.75rem;font-size:1.125rem}
.editor{display:grid;gap:1.5rem}
@media(min-width:80rem){.editor{grid-template-columns:minmax(0,1fr) minmax(22rem,.85fr);align-items:start;max-width:84rem}
.heading:has(~.editor),.notice:has(~.editor){max-width:84rem}
.editor .beside{position:sticky;top:1.5rem}}
.heading:has(~.card:last-child:not(.wide)){max-width:44rem}
.editor .card{max-width:none}
.beside{display:grid;gap:1.5rem;min-width:0}
.beside section{margin:0}
.preview{margin-top:.5rem;width:100%;height:min(70vh,44rem);border:1px solid var(--line);border-radius:.75rem;background:var(--card)}
.findings{display:grid;gap:.75rem}
.findings li{display:grid;gap:.125rem}
.notes{display:grid;gap:.125rem;color:var(--warn);font-size:.875rem}
.notes .serious{color:var(--bad)}`;
