/** What was wrong with a command and what is allowed, in one line. */
export class CliFault extends Error {
  override readonly name = 'CliFault';
}
