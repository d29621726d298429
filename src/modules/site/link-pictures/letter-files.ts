import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { DrawnFont } from '../../../shared/pictures/picture-questions.js';
import type { Typeface } from '../../brands/index.js';
import { lettersOf } from './font-letters.js';

/** In the order of preference: letters that several files have come from the first one. */
const SUBSETS = ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic', 'cyrillic-ext'];

const WEIGHT = 700;

interface LetterFile extends DrawnFont {
  letters: Set<number>;
}

const { resolve } = createRequire(import.meta.url);

/** The files that were read: most processes never draw. */
const READ = new Map<Typeface, LetterFile[]>();

function filesOf(name: Typeface): LetterFile[] {
  const files = READ.get(name) ?? SUBSETS.map((subset) => fileOf(name, subset));
  READ.set(name, files);
  return files;
}

function fileOf(name: Typeface, subset: string): LetterFile {
  const path = resolve(`@fontsource/${name}/files/${name}-${subset}-${WEIGHT}-normal.woff`);
  return { name: `${name} ${subset}`, weight: WEIGHT, path, letters: lettersOf(readFileSync(path)) };
}

/** Scripts whose letters stand one after the other. A combining mark belongs to none of them. */
const UNSHAPED = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]+$/u;

/**
 * The files of a typeface that are needed to draw the text. Undefined if the typeface lacks a letter, or if the letters
 * would have to be shaped, as those of Arabic are.
 */
export function filesFor(typeface: Typeface, text: string): DrawnFont[] | undefined {
  if (!UNSHAPED.test(text)) return undefined;
  const files = filesOf(typeface);
  const needed = new Set<LetterFile>();
  for (const letter of text) {
    const file = files.find(({ letters }) => letters.has(letter.codePointAt(0)!));
    if (!file) return undefined;
    needed.add(file);
  }
  return files.filter((file) => needed.has(file)).map(({ name, weight, path }) => ({ name, weight, path }));
}
