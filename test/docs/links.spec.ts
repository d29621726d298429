import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

const PAGES = globSync(['README.md', 'docs/**/*.md', 'packages/*/README.md'], { cwd: ROOT }).map((path) =>
  join(ROOT, path),
);

/** Without code, in which brackets mean something else. */
const proseOf = (path: string): string =>
  readFileSync(path, 'utf8')
    .replace(/^```[^]*?^```/gm, '')
    .replace(/`[^`\n]*`/g, '');

/** The anchors that GitHub gives to the headings of a page. */
function anchorsOf(path: string): string[] {
  const headings = readFileSync(path, 'utf8')
    .replace(/^```[^]*?^```/gm, '')
    .matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, text]) =>
    text!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/ /g, '-'),
  );
}

function brokenLinksOn(page: string): string[] {
  const targets = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : join(dirname(page), decodeURIComponent(path));
      return !existsSync(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
    })
    .map((target) => `${relative(ROOT, page)}: ${target}`);
}

it('all links between the pages of the docs lead somewhere', () => {
  expect(PAGES.length).toBeGreaterThan(100);
  expect(PAGES.flatMap(brokenLinksOn)).toEqual([]);
});
