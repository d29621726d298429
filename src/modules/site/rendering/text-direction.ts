/** Characters that change the direction of the surrounding text; in a title, of the browser's own text. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

export function withoutTurns(text: string): string {
  return text.replaceAll(TURNING, '');
}
