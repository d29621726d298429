/** The style sheet of the docs. In dark mode it continues the colours of Swagger UI. */
export const STYLESHEET = `
:root {
  --page: #fff; --text: #1c2733; --muted: #54606d; --line: #d5dbe1; --accent: #1b5fb8; --code: #f1f4f7;
  --code-text: #1c2733;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #1c2022; --text: #e4e6e6; --muted: #b0b8bd; --line: #40484d; --accent: #82b8ff; --code: #0d1014;
    --code-text: #e4e6e6;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { scroll-padding-top: 4rem; overflow-y: scroll; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }

.docs-header {
  display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1.5rem; padding: 0.6rem 20px;
  border-bottom: 1px solid var(--line);
}
.docs-header nav { display: flex; flex-wrap: wrap; gap: 0 1.2rem; }
.docs-header a { color: var(--muted); text-decoration: none; padding: 0.25rem 0; }
.docs-header a:hover { text-decoration: underline; }
.docs-header a[aria-current] { color: var(--text); box-shadow: inset 0 -2px var(--accent); }
.docs-header .docs-name { color: var(--text); font-size: 1.2rem; font-weight: 700; }
.docs-loading { padding: 1rem 20px; color: var(--muted); }

.docs-text { max-width: 62rem; margin: 0 auto; padding: 1rem 20px 4rem; overflow-wrap: break-word; }
.docs-text h1 { font-size: 2rem; line-height: 1.2; margin: 1rem 0 0.5rem; }
.docs-text h2 { font-size: 1.35rem; line-height: 1.3; margin: 2.5rem 0 0.5rem; }
.docs-text p { margin: 0.5rem 0; max-width: 46rem; }
.docs-text code { background: var(--code); border-radius: 3px; padding: 0.1em 0.3em; font-size: 0.9em; }
.docs-text pre {
  background: var(--code); color: var(--code-text); border-radius: 6px; padding: 0.8rem 1rem; margin: 0;
  overflow-x: auto; font-size: 0.85rem; line-height: 1.5;
}
.docs-text pre code { background: none; padding: 0; font-size: 1em; }

.entry { border-top: 1px solid var(--line); padding: 0.9rem 0; }
.entry:target { box-shadow: inset 3px 0 var(--accent); padding-left: 1rem; }
.entry h3 { margin: 0; font-size: 1.05rem; }
.entry h3 a { color: inherit; text-decoration: none; }
.entry h3 a:hover { text-decoration: underline; }
.entry p { margin: 0.25rem 0; }
.entry .status {
  display: inline-block; border: 1px solid var(--line); border-radius: 999px; padding: 0 0.6rem; margin-left: 0.6rem;
  color: var(--muted); font-size: 0.85rem; font-weight: 400;
}
.operations { color: var(--muted); font-size: 0.9rem; }

.steps { padding-left: 1.4rem; }
.steps > li::marker { color: var(--muted); font-weight: 700; }
.samples { display: grid; gap: 0.6rem; margin-top: 0.8rem; }
.samples figure { margin: 0; min-width: 0; }
.samples figcaption { color: var(--muted); font-size: 0.85rem; margin-bottom: 0.25rem; }
`;
