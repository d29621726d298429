/** Letters that do not come apart into a Latin one and its accent, each followed by what is written for it. */
const LATIN = 'ß ss æ ae œ oe ø o đ d ð d þ th ł l ı i ħ h ŋ ng ə e';
const CYRILLIC =
  'а a б b в v г g ґ g д d е e є ie ж zh з z и i і i й i к k л l м m н n о o п p р r с s т t у u ф f ' +
  'х kh ц ts ч ch ш sh щ shch ъ - ы y ь - э e ю yu я ya ђ dj ј j љ lj њ nj ћ c џ dz';
const GREEK =
  'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o';

const SILENT = '-';

const WRITTEN = new Map(
  [...`${LATIN} ${CYRILLIC} ${GREEK}`.matchAll(/(\S+) (\S+)/g)].map(([, letter, written]) => [
    letter!,
    written === SILENT ? '' : written!,
  ]),
);

/** A name in lower-case ASCII letters as far as it can be; what has no such form is left as it is. */
export function transliterate(name: string): string {
  const bare = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return Array.from(bare, (letter) => WRITTEN.get(letter) ?? letter).join('');
}
