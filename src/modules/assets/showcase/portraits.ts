import { at, box, disc, drawing, fill, line, shape } from './drawing.js';

interface Looks {
  ground: string;
  skin: string;
  shade: string;
  coat: string;
  /** What is drawn behind the head, and what over it. */
  behind?: string;
  over: string;
}

/** Somebody from the shoulders up. */
function portrait({ ground, skin, shade, coat, behind = '', over }: Looks): string {
  return drawing(
    480,
    480,
    box(at(0, 0), 480, 480, fill(ground)),
    behind,
    shape('M60 480q10-130 120-142h120q110 12 120 142z', fill(coat)),
    shape('M206 290h68v62q-34 32-68 0z', fill(shade)),
    shape('M168 198q0-76 72-76t72 76q0 112-72 122-72-10-72-122z', fill(skin)),
    disc(at(214, 216), 7, fill('#23383c')) + disc(at(266, 216), 7, fill('#23383c')),
    shape('M216 266q24 20 48 0', line('#23383c', 6)),
    over,
  );
}

export const mara = portrait({
  ...{ ground: '#bfe3dc', skin: '#e9b996', shade: '#d39f7b', coat: '#0f766e' },
  behind: shape('M148 330q-20-240 92-240t92 240z', fill('#7a3f24')),
  over: shape('M164 214q-2-104 76-104t76 104q-30-14-52-54-34 44-100 54z', fill('#7a3f24')),
});

export const tom = portrait({
  ...{ ground: '#fbe3b9', skin: '#c98d6b', shade: '#b07856', coat: '#39505a' },
  over:
    shape('M164 196q-6-92 76-92t76 92q-18-36-34-42-40 16-84 0-20 10-34 42z', fill('#2a211d')) +
    shape('M170 230q8 92 70 96 62-4 70-96-6 40-34 44-36-14-72 0-28-4-34-44z', fill('#2a211d')) +
    shape('M218 280q22 14 44 0', line('#f4e3d3', 6)),
});

export const layla = portrait({
  ...{ ground: '#f3c9b6', skin: '#d8a27c', shade: '#c08a66', coat: '#5c4a5e' },
  over:
    shape(
      'M240 92q104 0 100 132 0 96-40 142h-26q40-52 40-150-8-72-74-72t-74 72q0 98 40 150h-26q-40-46-40-142-4-132 100-132z',
      fill('#2f8578'),
    ) + shape('M180 352q60 44 120 0l26 44q-86 60-172 0z', fill('#256b61')),
});
