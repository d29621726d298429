import cluster from 'node:cluster';
import { pino, type Logger } from 'pino';
import { pinoPretty } from './pretty.js';

/** Several processes write to one pipe. A single write of at most this size is not split. */
const UNCUT = { minLength: 3072, maxWrite: 4096 };

/** JSON lines for programs, coloured lines for a terminal. */
export function createLogger(level: string, terminal = process.stdout.isTTY): Logger {
  // Buffered and written in the background: a line waits at most a tenth of a second for others.
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
