/** What the page of Swagger UI changes of the style sheet of Swagger UI: places, sizes, and too faint colours. */
export const REFERENCE_STYLESHEET = `
.foyer .toolbar {
  position: sticky; top: 0; z-index: 10; display: flex; align-items: flex-start; gap: 1rem; padding: 0.6rem 20px;
  background: var(--page); border-bottom: 1px solid var(--line);
}
.foyer .search { flex: 1; min-width: 0; max-width: 40rem; }
.foyer .search input[type=search] {
  width: 100%; min-width: 0; max-width: none; margin: 0; padding: 0.5rem 0.8rem; font: inherit; color: var(--text); background: var(--page);
  border: 1px solid var(--muted); border-radius: 4px;
}
.foyer .search input::placeholder { color: var(--muted); opacity: 1; }
.foyer .search p { margin: 0.4rem 0 0; font-size: 0.85rem; color: var(--muted); }
.foyer .search p a { display: inline-block; margin-right: 0.8rem; font-family: monospace; }
.foyer .toolbar .auth-wrapper { flex: none; margin-left: auto; padding: 0; }
.foyer .toolbar .btn.authorize { margin: 0; padding: 0.35rem 0.9rem; }

.foyer .columns { display: grid; grid-template-columns: 12rem minmax(0, 1fr); gap: 1.5rem; padding: 0 20px; }
.foyer .groups {
  position: sticky; top: 4.2rem; align-self: start; max-height: calc(100vh - 5rem); overflow-y: auto; font-size: 0.9rem;
  padding: 1rem 0;
}
.foyer .groups ul { list-style: none; margin: 0; padding: 0; }
.foyer .groups a { display: block; padding: 0.14rem 0; color: var(--muted); text-decoration: none; font-family: inherit; }
.foyer .groups a:hover { color: var(--text); text-decoration: underline; }
.foyer main { min-width: 0; padding: 0.6rem 0 4rem; outline: none; }
.foyer .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
@media (max-width: 60rem) {
  .foyer .columns { grid-template-columns: minmax(0, 1fr); padding: 0 12px; }
  .foyer .groups { display: none; }
  .foyer .toolbar { padding: 0.6rem 12px; gap: 0.5rem; }
}

.swagger-ui { font-family: inherit; color: var(--text); }
.swagger-ui :is(p, small, label, h1, h2, h3, h4, h5, td, th, .btn, input, select, summary, .tab li, .opblock-tag),
.swagger-ui :is(.opblock-summary-control, .opblock-summary-description, .parameter__name, .response-col_status, .opblock-summary-method) {
  font-family: inherit;
}
.swagger-ui .opblock-tag { color: var(--text); }
.swagger-ui .response-col_links { display: none !important; }
.swagger-ui .opblock-tag { font-size: 1.15rem; padding: 0.4rem 0; margin: 0.7rem 0 0.4rem; gap: 0.6rem; }
.swagger-ui .opblock-tag small { font-size: 0.9rem; padding: 0; color: var(--muted); }
.swagger-ui .opblock-tag small p { margin: 0; color: inherit; font-size: inherit; }
.swagger-ui .opblock { margin: 0 0 0.35rem; box-shadow: none; }
.swagger-ui .opblock .opblock-summary { padding: 0.2rem 0.4rem; }
.swagger-ui .opblock .opblock-summary-method { font-size: 0.75rem; min-width: 4.4rem; padding: 0.3rem 0; text-shadow: none; }
.swagger-ui .opblock .opblock-summary-path { font-size: 0.85rem; color: var(--text); }
.swagger-ui .opblock .opblock-summary-description { font-size: 0.85rem; color: var(--muted); }
html:not(.dark-mode) .swagger-ui .opblock-get .opblock-summary-method { background: #1c66b4; }
html:not(.dark-mode) .swagger-ui .opblock-post .opblock-summary-method { background: #14753a; }
html:not(.dark-mode) .swagger-ui .opblock-patch .opblock-summary-method { background: #0e6d66; }
html:not(.dark-mode) .swagger-ui .opblock-put .opblock-summary-method { background: #9a4a06; }
html:not(.dark-mode) .swagger-ui .opblock-delete .opblock-summary-method { background: #bd2626; }
html:not(.dark-mode) .swagger-ui .btn.authorize { color: #14753a; border-color: #14753a; }
html:not(.dark-mode) .swagger-ui .btn.authorize svg { fill: #14753a; }
html:not(.dark-mode) .swagger-ui .btn.cancel { color: #bd2626; border-color: #bd2626; }
html:not(.dark-mode) .swagger-ui .btn.execute { background: #1c66b4; border-color: #1c66b4; }
html.dark-mode .swagger-ui .opblock .opblock-section-header .btn.cancel.try-out__btn { color: #ff9d9d; border-color: #ff9d9d; }
.swagger-ui table.headers tbody tr td.header-col, .swagger-ui .col_header { color: var(--text); }
.swagger-ui .parameter__in, .swagger-ui .parameter__deprecated { color: var(--muted); }
.swagger-ui .wrapper { padding: 0; max-width: none; }

.foyer a.opblock-summary-control { text-decoration: none; }

.foyer .conventions-title { display: list-item; list-style: disclosure-closed inside; }
.foyer .conventions { padding: 0.2rem 0; }
.foyer :is(.conventions summary, .conventions-title) { cursor: pointer; font-size: 0.9rem; color: var(--muted); }
.foyer .problems, .foyer .snippets { padding: 0 20px; margin: 0.8rem 0; }
.foyer .problems summary, .foyer .snippets summary { cursor: pointer; font-size: 0.9rem; font-weight: 700; padding: 0.3rem 0; }
.foyer .problems table { width: 100%; border-collapse: collapse; font-size: 0.85rem; }
.foyer .problems th, .foyer .problems td {
  padding: 0.35rem 1rem 0.35rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top;
  color: var(--text);
}
.foyer .problems td { overflow-wrap: anywhere; }
.foyer .problems td:last-child { overflow-wrap: break-word; min-width: 9rem; }
.foyer .problems td a { display: block; font-family: monospace; }
.foyer .snippets h5 { margin: 0.6rem 0 0.2rem; font-size: 0.8rem; color: var(--muted); }
.foyer .snippets pre {
  margin: 0; padding: 0.7rem 0.9rem; border-radius: 4px; background: var(--code); color: var(--code-text);
  border: 1px solid var(--line); font: 0.8rem/1.5 monospace; overflow-x: auto; max-height: 24rem;
}

@media (max-width: 40rem) {
  .foyer .toolbar .btn.authorize svg { display: none; }
  .foyer .toolbar .btn.authorize span { padding: 0; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; }
  .swagger-ui .opblock-tag small { flex-basis: 100%; order: 3; }
  .swagger-ui .opblock .opblock-summary-control { flex-wrap: wrap; gap: 0.2rem 0.5rem; }
  .swagger-ui .opblock .opblock-summary-path-description-wrapper { flex-basis: 60%; }
  .swagger-ui table.parameters, .swagger-ui table.parameters tbody, .swagger-ui table.parameters tr,
  .swagger-ui table.parameters td { display: block; width: 100%; }
  .swagger-ui .parameters input, .swagger-ui .parameters select, .swagger-ui textarea { max-width: 100%; min-width: 0; width: 100%; }
  .swagger-ui table.responses-table, .swagger-ui table.responses-table > thead, .swagger-ui table.responses-table > tbody,
  .swagger-ui table.responses-table > tbody > tr, .swagger-ui table.responses-table > tbody > tr > td { display: block; width: 100%; }
  .swagger-ui :is(table.parameters, table.responses-table) > thead { display: none !important; }
  .swagger-ui table.headers { display: block; overflow-x: auto; }
  .swagger-ui .responses-inner, .swagger-ui .opblock .opblock-section-header { padding: 0.5rem; }
}
`;
