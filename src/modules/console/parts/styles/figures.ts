/** Charts with their tables, and sections of a record. */
export const FIGURES = `
.totals .before{display:flex;flex-wrap:wrap;gap:0 .5rem;color:var(--soft);font-size:.8125rem;font-weight:400;letter-spacing:0;line-height:1.5}
.totals .change{color:var(--ink);font-weight:600}
.scrolled{overflow-x:auto;border-radius:.75rem}
.scrolled:has(table){border:1px solid var(--line);background:var(--card)}
.beneath .scrolled{margin-top:.5rem}
.scrolled .chart{min-width:36rem;margin:0}
.scrolled+details{margin-top:.75rem}
.beneath{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:baseline;margin-top:.75rem;font-size:.875rem}
.beneath details[open]{flex:1 0 100%;min-width:0}
.scrolled table{min-width:36rem;margin:0}
.scrolled th,.scrolled td{padding:.4375rem .875rem}
.scrolled thead th{font-weight:600}
.scrolled tbody tr:last-child>*{border-bottom:0}
.scrolled th,.scrolled td{white-space:nowrap}
.scrolled tbody th{min-width:8rem;white-space:normal;overflow-wrap:anywhere}
.row h3 a{color:inherit;text-decoration:none}
.row h3 a:hover{text-decoration:underline}
.profile{display:grid;gap:.5rem}
@media(min-width:40rem){.profile>div{display:grid;grid-template-columns:minmax(0,12.5rem) minmax(0,1fr);gap:.75rem}}
@media(max-width:40rem){.filters .actions{grid-column:1/-1}}
.bullets{display:grid;gap:.375rem;padding-inline-start:1.25rem;list-style:disc}
section>.rows+.card,section>.hint+.card,section>.rows+.pages{margin-top:1rem}
section>.hint+.rows,section>.hint+.scrolled{margin-top:.75rem}
h3{font-size:1rem}
section>h2+.hint{margin-top:-.375rem}
.card h2+ul{margin-top:.375rem}
.row .noted{white-space:pre-wrap}
.sides{display:grid;gap:2rem}
.sides>div{display:grid;gap:2rem;align-content:start;min-width:0}
.sides section{margin:0}
@media(min-width:80rem){.sides{grid-template-columns:minmax(0,1fr) minmax(22rem,.8fr);max-width:84rem}
.heading:has(~.sides){max-width:84rem}}`;
