import fc from 'fast-check';
import { contrast, rgbOf } from './colours.js';
import { effectiveColours, type SchemeColours } from './effective-colours.js';

const between = (a: string, b: string) => contrast(rgbOf(a)!, rgbOf(b)!);

/** The pairs of text and background on a page. */
const pairsOf = ({ ground, card, accent, accentText, ...texts }: SchemeColours) => [
  [accentText, accent] as const,
  ...[texts.text, texts.softText, texts.link].flatMap((text) => [
    [text, ground] as const,
    [text, card] as const,
  ]),
];

const colour = fc
  .tuple(...([0, 1, 2] as const).map(() => fc.integer({ min: 0, max: 255 })))
  .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`);
const given = fc.option(colour, { nil: null });

it('every text is readable, whatever colours are given', () => {
  fc.assert(
    fc.property(given, given, given, (accentColor, groundColor, textColor) => {
      const { light, dark } = effectiveColours({ accentColor, groundColor, textColor });
      for (const [text, background] of [...pairsOf(light), ...pairsOf(dark)])
        expect(between(text, background)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

it('readable colours stay as they are', () => {
  const { light } = effectiveColours({
    accentColor: '#0f766e',
    groundColor: '#fffdf8',
    textColor: '#1c1917',
  });
  expect(light).toMatchObject({ accent: '#0f766e', link: '#0f766e', ground: '#fffdf8', text: '#1c1917' });
});

it('text that is not readable on the ground becomes darker on a light ground, and lighter on a dark one', () => {
  const onLight = effectiveColours({ groundColor: '#fff', textColor: '#aabbcc' }).light.text;
  expect(between(onLight, '#ffffff')).toBeGreaterThan(between('#aabbcc', '#ffffff'));
  const onDark = effectiveColours({ groundColor: '#111', textColor: '#223344' }).light.text;
  expect(between(onDark, '#111111')).toBeGreaterThan(between('#223344', '#111111'));
});

it('a button keeps its accent, and its text is white or black', () => {
  expect(effectiveColours({ accentColor: '#facc15' }).light).toMatchObject({
    accent: '#facc15',
    accentText: '#000000',
  });
  expect(effectiveColours({ accentColor: '#1e3a8a' }).light.accentText).toBe('#ffffff');
});

it('a dark ground is used in both schemes; with a light one, the dark scheme is that of the site', () => {
  const { light, dark } = effectiveColours({ groundColor: '#1e1b4b' });
  expect(dark).toEqual(light);
  expect(light.ground).toBe('#1e1b4b');
  expect(effectiveColours({ groundColor: '#fffdf8' }).dark.ground).toBe(effectiveColours({}).dark.ground);
});
