import type { VNode } from 'preact';
import { words } from '../../words/english.js';
import { fileAddress } from '../kit/file-address.js';
import type { ShownBrand } from './brands.js';

type Scheme = 'light' | 'dark';

/** In units of the picture. */
const RADII = { sharp: 0, soft: 6, round: 14 } as const;

interface PaletteProps {
  of: ShownBrand;
  /** The logos for light and for dark grounds, if there are any. */
  logos: Readonly<Record<Scheme, string | null>>;
}

/** How a page looks in the colours of a brand: a drawing, because the console allows no styles from records. */
export function BrandPalette({ of: brand, logos }: PaletteProps): VNode {
  const { brands } = words.library;
  return (
    <section aria-labelledby="palette">
      <h2 id="palette">{brands.palette}</h2>
      <div class="palette">
        {(['light', 'dark'] as const).map((scheme) => (
          <figure key={scheme}>
            <Drawing of={brand} scheme={scheme} logo={logos[scheme]} />
            <figcaption>{brands.schemes[scheme]}</figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}

function Drawing({
  of: brand,
  scheme,
  logo,
}: {
  of: ShownBrand;
  scheme: Scheme;
  logo: string | null;
}): VNode {
  const { name, corners, effectiveColors } = brand;
  const colours = effectiveColors[scheme];
  const { brands } = words.library;
  const radius = RADII[corners ?? 'soft'];
  return (
    <svg
      viewBox="0 0 320 228"
      role="img"
      aria-label={brands.drawing(brands.schemes[scheme])}
      font-family="inherit"
    >
      <rect width="320" height="228" fill={colours.ground} />
      {logo === null ? (
        <text x="20" y="34" font-size="15" font-weight="700" fill={colours.text}>
          {name}
        </text>
      ) : (
        <image
          href={fileAddress(logo)}
          x="20"
          y="14"
          width="140"
          height="28"
          preserveAspectRatio="xMinYMid meet"
        />
      )}
      <text x="20" y="80" font-size="22" font-weight="700" fill={colours.text}>
        {brands.sampleTitle}
      </text>
      <text x="20" y="102" font-size="12" fill={colours.softText}>
        {brands.sampleText}
      </text>
      <rect x="20" y="120" width="104" height="32" rx={radius} fill={colours.accent} />
      <text x="72" y="140" font-size="12" font-weight="600" text-anchor="middle" fill={colours.accentText}>
        {brands.sampleButton}
      </text>
      <text x="140" y="140" font-size="12" text-decoration="underline" fill={colours.link}>
        {brands.sampleLink}
      </text>
      <rect x="20" y="168" width="280" height="40" rx={radius} fill={colours.card} stroke={colours.line} />
      <text x="34" y="191" font-size="12" fill={colours.text}>
        {brands.sampleCard}
      </text>
    </svg>
  );
}
