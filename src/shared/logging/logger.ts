import cluster from 'node:cluster';
import { pino, type Logger } from 'pino';
import { pinoPretty } from './pretty.js';

/** Several processes write into one pipe. What is written at once stays whole there, if it is not larger than this. */
const UNCUT = { minLength: 3072, maxWrite: 4096 };

/** JSON lines for programs, coloured ones for a person at a terminal. */
export function createLogger(level: string, terminal = process.stdout.isTTY): Logger {
  // Written together, in the background: a line waits for others, but for no longer than a tenth of a second.
  const together = {
    fd: 1,
    sync: false,
    minLength: 8192,
    periodicFlush: 100,
    ...(cluster.isWorker && UNCUT),
  };
  const destination = terminal ? pinoPretty() : pino.destination(together);
  return pino({ level, base: undefined, serializers: { error: pino.stdSerializers.err } }, destination);
}
