import type { Drawing, DrawnBox, DrawnFont } from '../../../shared/pictures/picture-questions.js';
import type { SchemeColours } from '../../brands/index.js';

/** The size that networks and messengers ask for. */
export const WIDTH = 1200;
export const HEIGHT = 630;

const MARGIN = 80;
const STRIPE = 20;
const HEAD_HEIGHT = 96;

export const LOGO_PLACE = { left: MARGIN, top: 64, width: 480, height: HEAD_HEIGHT };

/** The size of the letters by the length of the title, and how many lines of them fit. */
const SIZES = [
  { most: 24, fontSize: 104, lines: 3 },
  { most: 48, fontSize: 88, lines: 4 },
  { most: 80, fontSize: 76, lines: 4 },
  { most: Infinity, fontSize: 60, lines: 5 },
];

interface Shown {
  title: string;
  brandName: string | undefined;
  hasLogo: boolean;
  colours: SchemeColours;
  fonts: DrawnFont[];
}

/** A stripe in the accent colour at the bottom, the title above it, and the logo or the name of the brand at the top. */
export function layOut({ title, brandName, hasLogo, colours, fonts }: Shown): Omit<Drawing, 'overlay'> {
  const { fontSize, lines } = SIZES.find(({ most }) => title.length <= most)!;
  const hasHead = hasLogo || brandName !== undefined;
  const head = { left: LOGO_PLACE.left, top: LOGO_PLACE.top, height: HEAD_HEIGHT, alignItems: 'center' };
  const name = { fontSize: 40, color: colours.softText, ...oneLine };
  const body = {
    ...{ left: MARGIN, width: WIDTH - 2 * MARGIN, alignItems: hasHead ? 'flex-end' : 'center' },
    ...{ top: hasHead ? LOGO_PLACE.top + HEAD_HEIGHT : 0, bottom: STRIPE + (hasHead ? 56 : 0) },
  };
  const text = {
    ...{ display: 'block', width: WIDTH - 2 * MARGIN, lineClamp: lines, wordBreak: 'break-word' },
    ...{ fontSize, lineHeight: 1.14, letterSpacing: '-0.02em' },
  };
  const stripe = { left: 0, bottom: 0, width: WIDTH, height: STRIPE, backgroundColor: colours.accent };
  const root = box(
    {
      ...{ display: 'flex', width: WIDTH, height: HEIGHT },
      ...{ backgroundColor: colours.ground, color: colours.text },
      ...{ fontFamily: fonts.map((font) => `"${font.name}"`).join(', '), fontWeight: fonts[0]!.weight },
    },
    [
      ...(brandName === undefined ? [] : [placed(head, [box(name, brandName)])]),
      placed(body, [box(text, title)]),
      placed(stripe, []),
    ],
  );
  return { width: WIDTH, height: HEIGHT, root, fonts };
}

const oneLine = { display: 'block', width: WIDTH - 2 * MARGIN, lineClamp: 1 };

function placed(style: DrawnBox['props']['style'], children: DrawnBox[]): DrawnBox {
  return box({ display: 'flex', position: 'absolute', ...style }, children);
}

function box(style: DrawnBox['props']['style'], children: string | DrawnBox[]): DrawnBox {
  return { type: 'div', props: { style, children } };
}
