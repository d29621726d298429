/** One line that says what is wrong with a command and what is allowed. */
export class CliFault extends Error {
  override readonly name = 'CliFault';
}
