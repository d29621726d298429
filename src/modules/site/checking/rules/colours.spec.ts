import { checked, facts, places } from '../../../../../test/site/checking/checked.js';
import type { BrandRecord } from '../../../brands/index.js';
import { colourFindings } from './colours.js';

const found = (themeColor: string | undefined, brand?: Partial<BrandRecord>) => {
  const given = facts({ brand: brand as BrandRecord | undefined });
  return places(colourFindings(checked({ metadata: { themeColor } }), given));
};

it('a colour is a hex colour', () => {
  for (const colour of [undefined, '', '#076', ' #0F766E ']) expect(found(colour)).toEqual([]);
  for (const colour of ['tomato', '#07', 'rgb(0 0 0)', '0f766e'])
    expect(found(colour)).toEqual(['wrong_color /metadata/themeColor']);
});

it('a colour is readable on the background of its page', () => {
  expect(found('#ffe08a')).toEqual(['low_contrast /metadata/themeColor']);
  expect(found('#ffe08a', { groundColor: '#111' })).toEqual([]);
  expect(found('#0f766e', { groundColor: '#0f766e' })).toEqual(['low_contrast /metadata/themeColor']);
});

it('the colours of a brand count unless the page has its own', () => {
  expect(found(undefined, { accentColor: '#ffe08a' })).toEqual(['low_contrast /brandId']);
  expect(found('#0f766e', { accentColor: '#ffe08a' })).toEqual([]);
  expect(found('#0f766e', { textColor: '#eee' })).toEqual(['low_contrast /brandId']);
  expect(found('#0f766e', { textColor: '#111' })).toEqual([]);
});
