import { acceptedLanguage } from './accepted-language.js';

describe('the language that a browser accepts', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['de', 'de'],
    ['DE-at', 'de'],
    ['de-CH-1996', 'de'],
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
    ['en;q=0.5, fr;q=0.9, it;q=0.7', 'fr'],
    ['nl;q=0.8,es', 'es'],
    [' ja ; q=1.0 , en ; q=0.5', 'ja'],
    ['es;q=0.5,it;q=0.5', 'es'],
    ['sv, da;q=0.9, ar;q=0.1', 'ar'],
    ['sv,da', 'en'],
    ['de;q=0,fr;q=0.1', 'fr'],
    ['de;q=0', 'en'],
    ['deu', 'en'],
    ['zh', 'zh-Hans'],
    ['zh-CN,zh;q=0.9', 'zh-Hans'],
    ['zh-Hans-SG', 'zh-Hans'],
  ])('%j is %s', (header, language) => {
    expect(acceptedLanguage(header)).toBe(language);
  });

  it.each([
    ['zh-TW,zh;q=0.9,en;q=0.8', 'zh-Hans'],
    ['zh-TW,en;q=0.8', 'en'],
    ['zh-Hant-HK,ja;q=0.1', 'ja'],
    ['zh-TW,sv;q=0.8', 'zh-Hans'],
  ])(
    '%j is %s: simplified Chinese for readers of traditional Chinese only if they read nothing else',
    (header, language) => {
      expect(acceptedLanguage(header)).toBe(language);
    },
  );

  it.each([
    'de;q=',
    'de;q=2',
    'de;q=1.0000',
    'de;level=1',
    'd e',
    '-de',
    'de_DE',
    ';;,,;q=1',
    'de-123456789',
    '\u0000',
  ])('nothing is made of %j', (header) => {
    expect(acceptedLanguage(header)).toBe('en');
    expect(acceptedLanguage(`${header},fr;q=0.1`)).toBe('fr');
  });

  it('is looked for at the beginning of a long header alone', () => {
    expect(acceptedLanguage(`${'sv,'.repeat(10)}fr`)).toBe('fr');
    expect(acceptedLanguage(`${'sv,'.repeat(30)}fr`)).toBe('en');
    expect(acceptedLanguage(`de,${'x'.repeat(100_000)}`)).toBe('de');
    expect(acceptedLanguage(`${' '.repeat(10_000)}de`)).toBe('en');
  });
});
