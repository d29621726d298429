import { area, at, box, disc, drawing, fade, fill, line, panels, shape } from './drawing.js';

const PAPER = '#f3f7f4';
const TEAL = '#0f766e';
const SUN = '#f6b73c';
const INK = '#23383c';

const DAY = { left: 90, right: 1510, top: 90, bottom: 780 };
const HOURS = 24;

const xOf = (hour: number): number => DAY.left + ((DAY.right - DAY.left) * hour) / HOURS;
const yOf = (share: number): number => DAY.bottom - (DAY.bottom - DAY.top) * share;

/** What the roof yields: nothing at night, most at noon. */
const sunAt = (hour: number): number => 0.95 * Math.max(0, Math.sin((Math.PI * (hour - 5)) / 15)) ** 1.6;

/** What a workshop with one shift uses. */
const useAt = (hour: number): number =>
  0.12 + 0.46 / (1 + Math.exp(-2.4 * (hour - 6.8))) - 0.44 / (1 + Math.exp(-2 * (hour - 17.2)));

const curve = (shareAt: (hour: number) => number): string =>
  Array.from({ length: 4 * HOURS + 1 }, (_, quarter) => {
    const hour = quarter / 4;
    return `${Math.round(xOf(hour))} ${Math.round(yOf(shareAt(hour)))}`;
  }).join('L');

/** A day: what the roof yields above what the workshop uses. */
export const chart = drawing(
  1600,
  900,
  box(at(0, 0), 1600, 900, fill(PAPER)),
  ...[0.25, 0.5, 0.75, 1].map((share) =>
    shape(`M${DAY.left} ${yOf(share)}H${DAY.right}`, line('#d5e2dc', 3)),
  ),
  fade('yield', SUN, '#fbe7bb'),
  shape(`M${xOf(0)} ${yOf(0)}L${curve(sunAt)}L${xOf(24)} ${yOf(0)}z`, 'fill="url(#yield)"'),
  shape(`M${curve(sunAt)}`, line('#d9921a', 7)),
  shape(
    `M${xOf(0)} ${yOf(0)}L${curve((hour) => Math.min(sunAt(hour), useAt(hour)))}L${xOf(24)} ${yOf(0)}z`,
    `${fill(TEAL)} fill-opacity=".78"`,
  ),
  shape(`M${curve(useAt)}`, `${line(INK, 7)} stroke-dasharray="2 17"`),
  shape(`M${DAY.left} ${DAY.bottom}H${DAY.right}`, line(INK, 5)),
  ...[0, 6, 12, 18, 24].map((hour) => shape(`M${xOf(hour)} ${DAY.bottom}v22`, line(INK, 5))),
  ...[6, 12, 18].map(
    (hour) =>
      `<text x="${xOf(hour)}" y="${DAY.bottom + 74}" font-family="sans-serif" font-size="42" text-anchor="middle" ${fill(INK)}>${hour}:00</text>`,
  ),
);

const PLAN = '#0d4f4a';

/** The roof from above, as a plan. */
export const plan = drawing(
  1600,
  1100,
  box(at(0, 0), 1600, 1100, fill(PLAN)),
  shape(
    Array.from({ length: 39 }, (_, index) => `M${(index + 1) * 40} 0v1100`).join('') +
      Array.from({ length: 27 }, (_, index) => `M0 ${(index + 1) * 40}h1600`).join(''),
    line('#166660', 2),
  ),
  box(at(200, 200), 1200, 680, `${line('#d7f2ea', 6)}`),
  shape('M200 540H1400', line('#d7f2ea', 4)),
  ...[240, 590].map((top) =>
    panels(
      { corner: at(250, top), across: at(860, 0), down: at(0, 250) },
      { columns: 12, rows: 3, colour: '#5eead4' },
    ),
  ),
  box(at(1190, 260), 140, 140, line('#f6b73c', 6)) +
    shape('M1190 260l140 140M1330 260l-140 140', line('#f6b73c', 4)),
  disc(at(1260, 700), 62, line('#d7f2ea', 4)),
  shape('M200 980H1400M200 955v50M1400 955v50M1470 200V880M1445 200h50M1445 880h50', line('#d7f2ea', 4)),
  shape('M120 120v-60m-22 26 22-30 22 30', line('#f6b73c', 6)),
);

/** A storage cabinet on a wall, and the board beside it. */
export const storage = drawing(
  1600,
  1100,
  fade('wall', '#f4efe4', '#e4dac7') + box(at(0, 0), 1600, 1100, 'fill="url(#wall)"'),
  box(at(0, 930), 1600, 170, fill('#b9a98d')) + box(at(0, 922), 1600, 12, fill('#9c8c71')),
  shape('M420 250V90M420 90H1190V320', line('#8d9a95', 16)),
  ...[0, 1].map((number) => {
    const left = 250 + number * 370;
    return (
      box(at(left, 250), 330, 680, `${fill('#fdfdfb')} rx="26"`) +
      box(at(left + 262, 250), 68, 680, `${fill('#e3e9e6')} rx="26"`) +
      box(at(left + 50, 330), 160, 14, `${fill(TEAL)} rx="7"`) +
      [0, 1, 2, 3, 4]
        .map((bar) =>
          box(
            at(left + 50, 800 - bar * 52),
            160,
            34,
            `${fill(bar < 4 - number ? '#2fa598' : '#d9e3df')} rx="8"`,
          ),
        )
        .join('')
    );
  }),
  box(at(1060, 320), 260, 300, `${fill(INK)} rx="20"`) +
    box(at(1090, 350), 200, 130, `${fill('#bff0e4')} rx="10"`),
  shape('M1100 460l40-50 36 24 50-62 54 48', line(TEAL, 8)),
  ...[0, 1, 2].map((lamp) => disc(at(1120 + lamp * 70, 550), 17, fill(['#5eead4', SUN, '#5a7478'][lamp]!))),
);

/** Somebody with a helmet fixes the last panel of a roof. */
export const crew = drawing(
  1600,
  1100,
  fade('sky', '#cdebf0', '#fdf3dd') + box(at(0, 0), 1600, 1100, 'fill="url(#sky)"'),
  disc(at(270, 250), 105, fill(SUN)) + disc(at(270, 250), 190, `${fill(SUN)} fill-opacity=".18"`),
  shape('M0 700l260-170 210 110 300-230 330 260 230-140 270 170v400H0z', fill('#a9d2ca')),
  area([at(0, 1100), at(0, 960), at(470, 560), at(1600, 560), at(1600, 1100)], fill('#5a4a45')),
  area([at(470, 560), at(1600, 560), at(1600, 538), at(486, 538)], fill('#7c6962')),
  panels(
    { corner: at(520, 600), across: at(1010, 0), down: at(-390, 330) },
    { columns: 6, rows: 3, colour: '#17384a' },
  ),
  // The person, behind the upper edge.
  shape('M1010 560q0-150 108-150t108 150z', fill('#e2725b')),
  shape('M1024 500q-70 40-96 100M1212 500q74 36 90 104', line('#e2725b', 44)),
  disc(at(922, 606), 24, fill('#c98d6b')) + disc(at(1308, 610), 24, fill('#c98d6b')),
  shape('M1082 330q0 84 36 84t36-84z', fill('#c98d6b')),
  shape('M1062 340q0-78 56-78t56 78z', fill(SUN)) + box(at(1048, 334), 140, 18, `${fill('#d9921a')} rx="9"`),
);
