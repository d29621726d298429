import { contrasting, hexOf, isDark, isReadable, mix, readableOn, rgbOf, type Rgb } from './colours.js';

/** The colours of a brand as a client sets them: hex colours, each optional. */
export interface GivenColours {
  accentColor?: string | null;
  groundColor?: string | null;
  textColor?: string | null;
}

/** The colours that the site uses in the light or in the dark scheme of a browser. Each text is readable (WCAG AA). */
export interface SchemeColours {
  ground: string;
  text: string;
  /** Buttons. */
  accent: string;
  accentText: string;
  /** Links: the accent, as text on the ground and on cards. */
  link: string;
  /** Less important text. */
  softText: string;
  /** The background of cards and of the footer. */
  card: string;
  line: string;
}

export interface EffectiveColours {
  light: SchemeColours;
  dark: SchemeColours;
}

const DEFAULT_ACCENT = '#1d4ed8';

/** The site without a brand. */
const SITE = {
  light: { ground: '#ffffff', text: '#16191d', softText: '#545d69', card: '#f6f7f9', line: '#e2e5e9' },
  dark: { ground: '#101418', text: '#e8ebee', softText: '#a7b0ba', card: '#171c22', line: '#2b323a' },
} as const;

/**
 * The colours that the site uses for a brand. A dark ground is used in both schemes of a browser. With a light ground,
 * the dark scheme has the ground and text of the site. A colour that is not readable is mixed with white or black until
 * it is.
 */
export function effectiveColours({ accentColor, groundColor, textColor }: GivenColours): EffectiveColours {
  const accent = rgb(accentColor ?? DEFAULT_ACCENT);
  const { light, dark } = SITE;
  if (!groundColor && !textColor) return { light: complete(light, accent), dark: complete(dark, accent) };
  const ground = rgb(groundColor ?? light.ground);
  const site = isDark(ground) ? dark : light;
  const own = complete(derived(ground, rgb(textColor ?? site.text)), accent);
  return { light: own, dark: isDark(ground) ? own : complete(dark, accent) };
}

type Surface = Omit<SchemeColours, 'accent' | 'accentText' | 'link'>;

/** Cards are a little darker than a light ground and a little lighter than a dark one, if text stays readable on them. */
function derived(ground: Rgb, givenText: Rgb): Surface {
  const ink = contrasting(ground);
  const tinted = mix(ground, ink, 0.04);
  const card = isReadable(ink, [tinted]) ? tinted : ground;
  const text = readableOn([ground, card], givenText, ink);
  return {
    ground: hexOf(ground),
    text: hexOf(text),
    softText: hexOf(readableOn([ground, card], mix(text, ground, 0.3), ink)),
    card: hexOf(card),
    line: hexOf(mix(ground, ink, 0.14)),
  };
}

function complete(surface: Surface, accent: Rgb): SchemeColours {
  const backgrounds = [rgb(surface.ground), rgb(surface.card)];
  return {
    ...surface,
    accent: hexOf(accent),
    accentText: hexOf(contrasting(accent)),
    link: hexOf(readableOn(backgrounds, accent, contrasting(rgb(surface.ground)))),
  };
}

function rgb(colour: string): Rgb {
  const parts = rgbOf(colour);
  if (!parts) throw new Error(`${colour} is not a hex colour.`);
  return parts;
}
