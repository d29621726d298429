import { Writable } from 'node:stream';
import { pino, type Logger, type LoggerOptions } from 'pino';

/** A logger, and the lines that it has written so far. */
export function captureLog(options: LoggerOptions = {}): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const stream = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(line.toString());
      done();
    },
  });
  return { lines, logger: pino(options, stream) };
}
