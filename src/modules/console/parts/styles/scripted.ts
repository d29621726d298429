/** What the script makes, and what is under way. */
export const SCRIPTED = `
button[aria-disabled]{opacity:.65;cursor:progress}
.coming{position:absolute;inset-inline:0;visibility:hidden}
[data-drop].over{outline:2px dashed var(--accent);outline-offset:.375rem;border-radius:.75rem}
.uploads{display:grid;gap:.5rem;margin-top:.75rem}
.uploads:empty{display:none}
.uploads li{display:grid;grid-template-columns:minmax(0,1fr) minmax(6rem,12rem);gap:.125rem 1rem;align-items:center}
.uploads .problem{grid-column:1/-1}
.uploads .done{color:var(--good);font-size:.875rem}
progress{width:100%;height:.5rem;accent-color:var(--accent)}`;
