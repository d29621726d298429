import type { Socket } from 'node:net';
import type { Pool } from 'pg';
import { SESSION_LIMITS } from './session-limits.js';

/** Longer than any statement may take: a server that says nothing for so long is not there any more. */
const SILENCE_MS = SESSION_LIMITS.statement_timeout + 2000;

/** Breaks a connection that fell silent, so that whoever waits for its answer is told. */
export function giveUpSilentConnections(pool: Pool): void {
  pool.on('connect', (client) => {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    stream.setTimeout(SILENCE_MS, () => stream.destroy(new SilentDatabase()));
  });
}

class SilentDatabase extends Error {
  readonly code = 'ETIMEDOUT';
  override readonly message = 'The database did not answer.';
}
