import type { Brand, WithDates } from '@foyer/client';
import type { VNode } from 'preact';
import { Done, Empty, Heading, ListPages } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { pageIn, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { LIBRARY_PATHS, LibraryTabs } from './library-tabs.js';

export type ShownBrand = WithDates<Brand>;

const PATH = LIBRARY_PATHS.brands;
const PAGE_SIZE = 10;

export const brandsScreens: Screens = { 'GET /library/brands': brands };

export function brandPath({ brandId }: Pick<ShownBrand, 'brandId'>): string {
  return `${PATH}/${brandId}`;
}

async function brands({ api, query }: Visit): Promise<Shown> {
  const { items, nextCursor } = await api.brands.list(pageIn(query, PAGE_SIZE));
  const { brands: own } = words.library;
  const create = (
    <a class="button" href={`${PATH}/new`}>
      {own.create}
    </a>
  );
  return {
    title: own.title,
    section: 'library',
    content: (
      <>
        <Heading title={own.title} about={own.about}>
          {items.length > 0 && create}
        </Heading>
        <LibraryTabs current="brands" />
        <Done name={query.get('done')} />
        {items.length === 0 ? (
          <Empty title={own.none}>
            <p>{own.noneAbout}</p>
            <p>{create}</p>
          </Empty>
        ) : (
          <ul class="rows">
            {items.map((brand) => (
              <BrandRow key={brand.brandId} of={brand} />
            ))}
          </ul>
        )}
        <ListPages path={PATH} query={query} nextCursor={nextCursor} />
      </>
    ),
  };
}

function BrandRow({ of: brand }: { of: ShownBrand }): VNode {
  const { ground, text, accent } = brand.effectiveColors.light;
  const { brands: own } = words.library;
  return (
    <li class="row">
      <div class="what">
        <h2>
          <a href={brandPath(brand)}>{brand.name}</a>
        </h2>
        <p class="meta">
          <span>{brand.key}</span>
          {brand.typeface !== null && <span>{own.typefaces[brand.typeface]}</span>}
        </p>
      </div>
      <p class="actions">
        {[ground, text, accent].map((colour) => (
          <Swatch key={colour} colour={colour} />
        ))}
      </p>
    </li>
  );
}

/** A picture, because styles of elements are not allowed here. */
function Swatch({ colour }: { colour: string }): VNode {
  return (
    <svg class="swatch" viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="7.5" fill={colour} stroke="#8a94a1" />
    </svg>
  );
}
