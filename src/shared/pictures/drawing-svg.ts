import { readFile } from 'node:fs/promises';
import satori from 'satori';
import type { Drawing, DrawnFont } from './picture-questions.js';

/** Fonts that were read, by their paths. Satori keeps what it has parsed of a list as long as the list itself. */
const READ = new Map<string, Promise<SatoriFonts>>();

const MOST_READ = 8;

type SatoriFonts = Parameters<typeof satori>[1]['fonts'];

/** Texts become outlines of letters, so no text of the drawing is in the SVG. */
export async function svgOf({ width, height, root, fonts }: Drawing): Promise<string> {
  return satori(root, { width, height, fonts: await read(fonts) });
}

function read(fonts: readonly DrawnFont[]): Promise<SatoriFonts> {
  const key = fonts.map(({ path }) => path).join('\n');
  const known = READ.get(key) ?? load(fonts);
  READ.delete(key);
  READ.set(key, known);
  if (READ.size > MOST_READ) READ.delete(READ.keys().next().value!);
  return known;
}

function load(fonts: readonly DrawnFont[]): Promise<SatoriFonts> {
  return Promise.all(
    fonts.map(async ({ name, weight, path }) => ({ name, weight, data: await readFile(path) })),
  );
}
