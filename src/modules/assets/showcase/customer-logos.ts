import { at, box, disc, drawing, fill, line, shape } from './drawing.js';

/** A mark and a name. Pages are shown where any typeface may be missing, so the name states several. */
function logo(mark: string, name: string, colour: string): string {
  const typefaces = 'Georgia, DejaVu Serif, serif';
  const text = `<text x="84" y="54" font-family="${typefaces}" font-size="34" font-weight="700" ${fill(colour)}>${name}</text>`;
  return drawing(300, 80, mark, text);
}

export const vogel = logo(
  shape('M12 50q24-34 54-26-16 2-16 18-2 20-24 20-10 0-14-12z', fill('#1f4d78')),
  'Vogel',
  '#1f4d78',
);

export const hearth = logo(
  shape('M38 10q26 24 20 42-4 16-20 16t-20-16q-2-12 8-20 2 8 8 8 2-16 4-30z', fill('#b4532a')),
  'Hearth',
  '#5b2c18',
);

export const kiln = logo(
  [0, 1, 2]
    .map((row) => box(at(14 + (row % 2) * 6, 16 + row * 17), 44, 12, `${fill('#7a4a8a')} rx="3"`))
    .join(''),
  'Kiln &amp; Co',
  '#4d2d58',
);

export const tidal = logo(
  disc(at(38, 40), 26, line('#176b87', 6)) + shape('M16 44q11-12 22 0t22 0', line('#176b87', 6)),
  'Tidal',
  '#12495c',
);
