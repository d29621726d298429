/** The exit codes of all commands. The help lists them. */
export const EXIT = { done: 0, failed: 1, misused: 2 } as const;

/** One line that says what is wrong with a command and what is allowed. */
export class CliFault extends Error {
  override readonly name: string = 'CliFault';
  readonly exitCode: number = EXIT.failed;
}

/** The words of a command are wrong. Nothing was opened. */
export class WrongWords extends CliFault {
  override readonly name = 'WrongWords';
  override readonly exitCode = EXIT.misused;
}
