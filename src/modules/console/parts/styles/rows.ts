/** Lists of fields in forms. */
export const ROWS = `
.part{min-width:0;border-top:1px solid var(--line);padding-top:1rem}
.part>summary{display:flex;gap:.125rem .75rem;align-items:baseline;color:var(--ink);font-size:1rem;font-weight:600}
.part>summary::before{content:"▸";color:var(--soft)}
.part[open]>summary::before{content:"▾"}
.part>summary::-webkit-details-marker{display:none}
.part>summary .hint{flex:1 1 0;min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-weight:400}
.editor form>.actions{position:sticky;bottom:0;z-index:1;margin:0 -1.5rem -1.5rem;padding:.875rem 1.5rem;border-top:1px solid var(--line);border-radius:0 0 .75rem .75rem;background:var(--card)}
.part .inside{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem;margin-top:1rem}
.form-rows{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem}
.form-rows>li{display:grid;grid-template-columns:minmax(0,1fr);gap:.875rem;padding:1rem;border:1px solid var(--line);border-radius:.625rem;background:var(--paper);scroll-margin-top:1rem}
.form-rows .form-rows>li{background:var(--card)}
.form-rows .top{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;justify-content:space-between}
.form-rows .top strong{font-weight:650}
.form-rows label,.form-rows legend{font-size:.875rem}
.states{display:grid;gap:.25rem;margin-top:.75rem;font-size:.875rem}
.searching{display:flex;flex-wrap:wrap;gap:.5rem .75rem;align-items:end}
.searching .field{flex:1 1 9rem}
.adding{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}`;
