export const DEFAULT_LANGUAGE = 'en';

/** Which way a language is written. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  const { direction } = (new Intl.Locale(language) as unknown as TextLocale).getTextInfo();
  return direction === 'rtl' ? 'rtl' : 'ltr';
}

/** Not in TypeScript's library yet. */
interface TextLocale {
  getTextInfo(): { direction?: string };
}

/** What turns the direction of the text around it: in a title, it would turn that of the browser. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

export function withoutTurns(text: string): string {
  return text.replaceAll(TURNING, '');
}
