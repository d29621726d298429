/** Buttons, and fields of forms. */
export const FORMS = `
button,.button{display:inline-block;padding:.5625rem 1.125rem;border:1px solid transparent;border-radius:.5rem;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;line-height:1.35;text-decoration:none;cursor:pointer}
button:hover,.button:hover{filter:brightness(1.1)}
button.quiet,.button.quiet{border-color:var(--edge);background:none;color:var(--ink)}
button.quiet:hover,.button.quiet:hover{background:var(--paper);filter:none}
button.small,.button.small{padding:.25rem .75rem;font-size:.875rem}
button:disabled{opacity:.4;cursor:default}
button:disabled:hover{filter:none}
button.danger{background:var(--bad);color:var(--on-bad)}
.button.quiet.danger,button.quiet.danger{background:none;color:var(--bad)}
.field{display:grid;gap:.25rem;min-width:0}
label,legend{font-weight:600}
.optional{color:var(--soft);font-weight:400}
.hint{color:var(--soft);font-size:.875rem}
input:not([type=checkbox]),select,textarea{width:100%;min-width:0;min-height:2.625rem;padding:.5rem .75rem;border:1px solid var(--edge);border-radius:.5rem;background:var(--card);color:inherit;font:inherit}
input[type=checkbox]{width:1.125rem;height:1.125rem;margin:.1875rem 0 0;accent-color:var(--accent);flex:none}
textarea{resize:vertical}
.wrong>input,.wrong>textarea,.wrong>select{border-color:var(--bad);box-shadow:0 0 0 1px var(--bad)}
.problem{color:var(--bad);font-size:.875rem;font-weight:550}
fieldset{display:grid;gap:.5rem;min-width:0;border:0}
legend:not(:has(+.hint)){margin-bottom:.375rem}
.more{gap:1.25rem;padding-top:.5rem}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,12rem),1fr));gap:1rem;align-items:end}
.pair:has(.wrong){align-items:start}
.box{display:inline-flex;gap:.5rem;align-items:flex-start;font-weight:400}
.scopes{display:grid;border-top:1px solid var(--line)}
.scopes li{display:grid;grid-template-columns:minmax(0,1fr) 5.5rem 5.5rem;gap:.5rem;padding-block:.4375rem;border-bottom:1px solid var(--line)}
.filters{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,10rem),1fr));gap:.75rem 1rem;align-items:end;margin-bottom:1.25rem}
.filters:has(.wrong){align-items:start}
.filters label{font-size:.875rem}
.filters input,.filters select{height:2.625rem}
.filters .actions{align-self:end}
@media(max-width:40rem){.filters>.field:first-child:nth-last-child(2){grid-column:1/-1}}
@media(max-width:30rem){form.card>.actions>button,form.card>.actions>.button{flex:1 1 auto;text-align:center}
.editor form>.actions>button{padding-inline:.625rem;font-size:.875rem}}`;
