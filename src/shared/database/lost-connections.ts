import type { Socket } from 'node:net';
import type { Pool } from 'pg';
import { SESSION_LIMITS } from './connection.js';

/** Longer than any statement may take: a server that says nothing for so long is not there any more. */
const SILENCE_MS = SESSION_LIMITS.statement_timeout + 2000;

/**
 * Gives up connections that broke, or that fell silent, while somebody holds them. A transaction releases its
 * connection only after a rollback that went through, which on a broken one it never does.
 */
export function giveUpLostConnections(pool: Pool): void {
  pool.on('connect', (client) => {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    stream.setTimeout(SILENCE_MS, () => stream.destroy(new SilentDatabase()));
    client.once('end', () => {
      try {
        client.release(true);
      } catch {
        // It was not in use.
      }
    });
  });
}

class SilentDatabase extends Error {
  readonly code = 'ETIMEDOUT';
  override readonly message = 'The database did not answer.';
}
