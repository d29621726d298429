import { checked, facts, places } from '../../../../../test/site/checking/checked.js';
import type { BrandRecord } from '../../../brands/index.js';
import { referenceFindings } from './references.js';

const brandKeys = ['acme', 'globex'];

it('a brandId is a fault only where it looks like a brand', () => {
  const found = (brandId: string) => places(referenceFindings(checked({ brandId }), facts({ brandKeys })));
  for (const brandId of ['', 'initech', 'our house style']) expect(found(brandId)).toEqual([]);
  for (const brandId of ['Acme', 'acmee', 'brand_x'])
    expect(found(brandId)).toEqual(['brand_not_found /brandId']);
  const brand = {} as BrandRecord;
  expect(referenceFindings(checked({ brandId: 'brand_x' }), facts({ brand }))).toEqual([]);
});

it('forms after the first one that exists are not shown', () => {
  const page = checked({ defaultFormId: 'b' }, { actionFormIdOverride: 'a' });
  const found = (...existing: string[]) =>
    places(referenceFindings(page, facts({ formIds: new Set(existing) })));
  expect(found('a')).toEqual([]);
  expect(found('b')).toEqual(['form_not_found /actionFormIdOverride']);
  expect(found()).toEqual(['form_not_found /actionFormIdOverride', 'form_not_found /defaultFormId']);
});

it('a form that is missing says what visitors get instead', () => {
  const page = checked({ defaultFormId: 'b' }, { actionFormIdOverride: 'a' });
  const said = (...existing: string[]) =>
    referenceFindings(page, facts({ formIds: new Set(existing) })).map(({ message }) => message);
  expect(said('b')).toEqual(['There is no form "a", so visitors get the form "b" instead.']);
  expect(said()).toEqual([
    'There is no form "a", so visitors are asked for their email address only.',
    'There is no form "b", so visitors are asked for their email address only.',
  ]);
});
