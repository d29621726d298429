/** The width of most letters in pixels, at the size of the labels. Some scripts and emoji are twice as wide. */
const LETTER = 7;
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

/** Characters that XML does not allow, not even escaped. */
const NOT_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Characters that change the direction of the surrounding text. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** Estimates the width of a text in pixels, rather too wide than too narrow. */
export function widthOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + letterWidth(letter), 0);
}

/** Makes an untrusted text safe: shortens it to the width and isolates its direction from the surrounding text. */
export function fitted(text: string, width: number): string {
  const clean = text.replaceAll(NOT_IN_XML, '\ufffd').replaceAll(TURNING, '').replaceAll(/\s+/g, ' ');
  return `\u2068${shortened(clean, width)}\u2069`;
}

function shortened(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  let taken = LETTER * 2;
  for (const letter of text) {
    taken += letterWidth(letter);
    if (taken > width) break;
    kept += letter;
  }
  return `${kept.trimEnd()}…`;
}

function letterWidth(letter: string): number {
  return WIDE.test(letter) ? 2 * LETTER : LETTER;
}

const WHOLE = new Intl.NumberFormat('en');
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

export function numberText(number: number): string {
  return WHOLE.format(number);
}

/** For axes, where there is little room. */
export function shortNumber(number: number): string {
  return number < 10_000 ? WHOLE.format(number) : SHORT.format(number);
}
