/** Pages as cards with their link pictures. */
export const PAGE_CARDS = `
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr));gap:1rem}
.page-card{position:relative;display:grid;grid-template-rows:auto 1fr;border:1px solid var(--line);border-radius:.75rem;background:var(--card);overflow:hidden}
.page-card:hover{border-color:var(--edge)}
.page-card .what{display:grid;gap:.375rem;align-content:start;justify-items:start;padding:.875rem 1rem 1rem}
.page-card h2 a{color:inherit;text-decoration:none}
.page-card h2 a::after{content:"";position:absolute;inset:0}
.page-card h2 a:hover{text-decoration:underline}
.page-card.ended h2{color:var(--soft)}
.page-card.ended .link-picture{opacity:.6}
.link-picture{display:grid;width:100%;max-width:20rem;aspect-ratio:40/21;place-items:center;background:var(--tint);color:var(--accent);overflow:hidden}
.link-picture img{display:block;width:100%;height:100%;object-fit:cover}
.link-picture span{display:-webkit-box;padding:1rem;font-size:1.125rem;font-weight:650;line-height:1.3;text-align:center;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden}
.page-card .link-picture{max-width:none}
.beside .link-picture,.card .link-picture{margin-top:.5rem;border:1px solid var(--line);border-radius:.5rem}`;
