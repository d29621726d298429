import { pino, type Logger } from 'pino';
import { pinoPretty } from './pretty.js';

/** JSON lines for programs, coloured ones for a person at a terminal. */
export function createLogger(level: string, terminal = process.stdout.isTTY): Logger {
  // Written in the background: while one write is under way, the lines that follow wait together.
  const destination = terminal ? pinoPretty() : pino.destination({ fd: 1, sync: false });
  return pino({ level, base: undefined, serializers: { error: pino.stdSerializers.err } }, destination);
}
