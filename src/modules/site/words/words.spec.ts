import { en } from './en.js';
import { SITE_LANGUAGES, WORDS, type SiteLanguage } from './site-languages.js';

/** What a text may be the same in as in English: these are the words of the language, too. */
const SAME_AS_ENGLISH: Partial<Record<SiteLanguage, string[]>> = {
  de: ['video', 'links'],
  it: ['video'],
  nl: ['video', 'links'],
  pt: ['links'],
};

/** The longest count that the site tells is a limit of a text. */
const MAX_COUNT = 10_000;

type Texts = Record<string, string>;

/** All texts by their path; those with plurals by the path and the form. */
function textsIn(words: object, path = ''): Texts {
  const texts = Object.entries(words).map(([key, value]) =>
    typeof value === 'string' ? { [path + key]: value } : textsIn(value as object, `${path}${key}.`),
  );
  return Object.assign({}, ...texts) as Texts;
}

const isPlural = (path: string) => /\.(zero|one|two|few|many|other)$/.test(path);
const withoutForm = (path: string) => path.replace(/\.(zero|one|two|few|many|other)$/, '');
const placeholdersIn = (text: string) => (text.match(/\{\w*\}/g) ?? []).sort();

describe.each(SITE_LANGUAGES.filter((language) => language !== 'en'))('the words in %s', (language) => {
  const english = textsIn(en);
  const texts = textsIn(WORDS[language]);

  it('are all there, and no others', () => {
    const pathsOf = (each: Texts) => [...new Set(Object.keys(each).map(withoutForm))].sort();
    expect(pathsOf(texts)).toEqual(pathsOf(english));
    expect(Object.values(texts).filter((text) => text.trim() === '')).toEqual([]);
  });

  it('are not those in English', () => {
    const same = Object.keys(texts).filter((path) => texts[path] === english[path]);
    expect(same).toEqual(SAME_AS_ENGLISH[language] ?? []);
  });

  it('have the same placeholders', () => {
    for (const [path, text] of Object.entries(texts)) {
      const other = english[path] ?? english[`${withoutForm(path)}.other`]!;
      expect([path, placeholdersIn(text)]).toEqual([path, placeholdersIn(other)]);
    }
  });

  it('have the plurals of the language', () => {
    const rules = new Intl.PluralRules(language);
    const forms = new Set(Array.from({ length: MAX_COUNT + 1 }, (_, count) => rules.select(count)));
    for (const counted of new Set(Object.keys(texts).filter(isPlural).map(withoutForm))) {
      const there = Object.keys(texts).filter((path) => isPlural(path) && withoutForm(path) === counted);
      expect(there.sort()).toEqual([...forms].map((form) => `${counted}.${form}`).sort());
    }
  });
});
