import { checked, facts, places } from '../../../../../test/site/checking/checked.js';
import type { BrandRecord } from '../../../brands/index.js';
import { languageFindings } from './language.js';

const found = (language: string | null, ofBrand?: string) => {
  const brand = { language: ofBrand } as BrandRecord;
  return places(languageFindings(checked({ language }), facts({ brand })));
};

it('the site has words in the language of the page, or else of its brand', () => {
  for (const language of [null, 'en', 'de-AT', 'zh-Hant', 'ar']) expect(found(language)).toEqual([]);
  expect(found('sv', 'de')).toEqual(['language_without_words /language']);
  expect(found(null, 'sv')).toEqual(['language_without_words /brandId']);
  expect(found('de', 'sv')).toEqual([]);
});
