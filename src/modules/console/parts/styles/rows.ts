/** Lists of fields in forms. */
export const ROWS = `
.part{border-top:1px solid var(--line);padding-top:1rem}
.part>summary{display:flex;flex-wrap:wrap;gap:.125rem .75rem;align-items:baseline;color:var(--ink);font-size:1rem;font-weight:600}
.part>summary::before{content:"▸";color:var(--soft)}
.part[open]>summary::before{content:"▾"}
.part>summary::-webkit-details-marker{display:none}
.part .inside{display:grid;gap:1rem;margin-top:1rem}
.listed{display:grid;gap:1rem}
.listed>li{display:grid;gap:.875rem;padding:1rem;border:1px solid var(--line);border-radius:.625rem;background:var(--paper);scroll-margin-top:1rem}
.listed .listed>li{background:var(--card)}
.listed .top{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;justify-content:space-between}
.listed .top strong{font-weight:650}
.listed label,.listed legend{font-size:.875rem}
.states{display:grid;gap:.25rem;margin-top:.75rem;font-size:.875rem}
.adding{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}`;
