export const DEFAULT_LANGUAGE = 'en';

/** The writing direction of a language. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  const { direction } = (new Intl.Locale(language) as unknown as TextLocale).getTextInfo();
  return direction === 'rtl' ? 'rtl' : 'ltr';
}

/** Not in TypeScript's library yet. */
interface TextLocale {
  getTextInfo(): { direction?: string };
}

/** Characters that change the direction of the surrounding text; in a title, of the browser's own text. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

export function withoutTurns(text: string): string {
  return text.replaceAll(TURNING, '');
}
