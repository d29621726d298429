import { EXIT } from './cli-fault.js';

/** The program that reads the output may end first, as `head` does; that is no failure. */
export function watchOutput(): void {
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE' || process.exitCode === EXIT.failed) return;
    process.exitCode = EXIT.failed;
    process.stderr.write(`The output can not be written: ${message}.\n`);
  });
  // Nobody is left to be told.
  process.stderr.on('error', () => undefined);
}
