import { area, at, box, disc, drawing, fade, fill, line, panels, shape, type Point } from './drawing.js';

const WIDTH = 1600;
const HEIGHT = 1000;

interface Light {
  sky: [string, string];
  sun: { centre: Point; radius: number; colour: string };
  /** From far to near. */
  hills: readonly [string, string, string];
  ground: string;
}

const MORNING: Light = {
  sky: ['#fdf3dd', '#cfeae2'],
  sun: { centre: at(1130, 300), radius: 92, colour: '#f6b73c' },
  hills: ['#a8d3c8', '#6fb3a6', '#2f8578'],
  ground: '#1f6a5e',
};

const EVENING: Light = {
  sky: ['#f9d9b0', '#f3b391'],
  sun: { centre: at(430, 470), radius: 110, colour: '#fff1d0' },
  hills: ['#d99a86', '#a86f72', '#5c4a5e'],
  ground: '#352f45',
};

const NOON: Light = {
  sky: ['#bfe3ea', '#f4f7ec'],
  sun: { centre: at(1180, 190), radius: 74, colour: '#ffd36b' },
  hills: ['#b9d8d9', '#7fb4b5', '#3d8583'],
  ground: '#256663',
};

const RIDGES = [
  'M0 560 150 470l120 60 190-190 130 120 90-60 170 150 160-110 140 90 190-160 260 190v440H0z',
  'M0 660l190-110 150 90 230-160 210 170 190-110 210 130 170-90 250 120v300H0z',
  'M0 760q220-120 470-50t520 0 610-50v340H0z',
];

function landscape(light: Light, ...front: string[]): string {
  const { sky, sun, hills, ground } = light;
  return drawing(
    WIDTH,
    HEIGHT,
    fade('sky', ...sky) + box(at(0, 0), WIDTH, HEIGHT, 'fill="url(#sky)"'),
    disc(sun.centre, sun.radius * 1.9, `${fill(sun.colour)} fill-opacity=".18"`),
    disc(sun.centre, sun.radius, fill(sun.colour)),
    ...hills.map((colour, index) => shape(RIDGES[index]!, fill(colour))),
    shape('M0 860q380-70 820-20t780-30v190H0z', fill(ground)),
    ...front,
  );
}

interface HallLook {
  wall: string;
  side: string;
  roof: string;
  panel: string;
  window: string;
}

const BY_DAY: HallLook = {
  wall: '#fffaf0',
  side: '#e6dcc9',
  roof: '#39505a',
  panel: '#17384a',
  window: '#8cc9c6',
};
const BY_DUSK: HallLook = {
  wall: '#6d5568',
  side: '#54435a',
  roof: '#2a2638',
  panel: '#191d33',
  window: '#ffd98e',
};

/** A workshop whose three roofs carry panels. `corner` is its lower left one. */
function hall(corner: Point, { wall, side, roof, panel, window }: HallLook): string {
  const bay = 250;
  const bays = [0, 1, 2].map((number) => {
    const left = corner.x + number * bay;
    const eaves = corner.y - 190;
    const slope = [
      at(left, eaves),
      at(left + 62, eaves - 120),
      at(left + bay + 22, eaves - 20),
      at(left + bay, eaves),
    ];
    return [
      box(at(left, eaves), bay, 190, fill(wall)),
      area([at(left, eaves), at(left + 62, eaves - 120), at(left + bay, eaves)], fill(side)),
      area(slope, fill(roof)),
      panels(
        { corner: at(left + 68, eaves - 104), across: at(172, 82), down: at(-16, 20) },
        { columns: 5, rows: 1, colour: panel },
      ),
      ...[0, 1, 2].map((pane) =>
        box(at(left + 34 + pane * 66, eaves + 42), 46, 58, `${fill(window)} rx="4"`),
      ),
    ].join('');
  });
  const end = corner.x + 3 * bay;
  const gate = box(at(corner.x + 92, corner.y - 66), 66, 66, fill(side));
  return bays.join('') + gate + box(at(corner.x - 40, corner.y), end - corner.x + 90, 7, fill(side));
}

const trees = (colour: string, ...feet: Point[]): string =>
  feet
    .map(({ x, y }) => area([at(x, y - 118), at(x + 32, y), at(x - 32, y)], fill(colour)))
    .concat(feet.map(({ x, y }) => box(at(x - 4, y), 8, 20, fill(colour))))
    .join('');

export const valley = landscape(
  MORNING,
  trees('#174f47', at(120, 870), at(190, 890), at(1440, 850), at(1510, 880)),
  hall(at(360, 890), BY_DAY),
);

export const dusk = landscape(
  EVENING,
  trees('#241f33', at(1180, 860), at(1250, 880), at(1500, 865)),
  hall(at(300, 890), BY_DUSK),
);

/** A field of panels below the summits. */
export const field = landscape(
  NOON,
  ...[0, 1, 2, 3].map((row) =>
    panels(
      {
        corner: at(150 - row * 60, 700 + row * 74),
        across: at(1240 + row * 120, 0),
        down: at(-38 - row * 4, 54 + row * 6),
      },
      { columns: 12, rows: 2, colour: '#17384a' },
    ),
  ),
);

const house = (corner: Point, width: number, height: number, wall: string): string =>
  box(at(corner.x, corner.y - height), width, height, fill(wall)) +
  box(at(corner.x - 6, corner.y - height - 12), width + 12, 14, fill('#fff6e6')) +
  [0, 1]
    .map((pane) =>
      box(
        at(corner.x + 26 + pane * (width - 96), corner.y - height + 60),
        44,
        66,
        `${fill('#5d8f96')} rx="22"`,
      ),
    )
    .join('');

const onFlatRoof = (x: number, y: number, columns: number): string =>
  panels(
    { corner: at(x, y - 58), across: at(columns * 52, 0), down: at(-22, 46) },
    { columns, rows: 1, colour: '#17384a' },
  );

const palm = (x: number, y: number): string =>
  shape(`M${x} ${y}q-14-90 6-190`, line('#6b4f3a', 12)) +
  [-70, -42, 30, 64]
    .map((lean) => shape(`M${x + 6} ${y - 190}q${lean / 2}-42 ${lean} 14`, line('#2f8578', 12)))
    .join('');

/** Houses of a southern town with panels on their flat roofs. */
export const rooftops = drawing(
  WIDTH,
  HEIGHT,
  fade('sky', '#fbe3b9', '#fdf4e0') + box(at(0, 0), WIDTH, HEIGHT, 'fill="url(#sky)"'),
  disc(at(1200, 280), 200, `${fill('#f6b73c')} fill-opacity=".2"`) +
    disc(at(1200, 280), 108, fill('#f6b73c')),
  shape('M0 560l220-110 170 70 240-150 260 170 220-90 260 110 230-70v510H0z', fill('#e7bf8f')),
  shape('M0 690q260-110 560-40t560-10 480-30v390H0z', fill('#d19a6b')),
  house(at(140, 900), 300, 290, '#f7e8d0') + onFlatRoof(200, 600, 4),
  house(at(470, 900), 240, 390, '#efd9b8') + onFlatRoof(515, 500, 3),
  house(at(760, 900), 360, 250, '#fbf0dc') + onFlatRoof(820, 640, 5),
  house(at(1160, 900), 260, 340, '#efd9b8') + onFlatRoof(1210, 550, 3),
  palm(730, 905) + palm(1490, 905),
  box(at(0, 895), WIDTH, 105, fill('#b77f55')),
);
