/** The address of the service in guides, as they are sent. */
const SENT_ADDRESS = 'http://127.0.0.1:3000';

/** Nothing else is pasted into a shell: hosts of URLs may have characters that a shell obeys. */
const PLAIN_ORIGIN = /^https?:\/\/([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i;

/** The code of a guide with the address at which the reader opened it. */
export function atAddress(code: string, origin: string): string {
  return PLAIN_ORIGIN.test(origin) ? code.replaceAll(SENT_ADDRESS, origin) : code;
}
