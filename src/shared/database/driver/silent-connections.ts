import type { Socket } from 'node:net';
import type { Pool } from 'pg';
import { isIdle } from '../../libraries/pg-internals.js';
import { serviceClient, type ServiceClient } from './service-client.js';
import { isServerAnswering } from './server-probe.js';
import { SESSION_LIMITS } from './session-limits.js';

/** After this time, another connection checks whether the server answers at all. */
const SILENCE_MS = 1000;

/**
 * Longer than any statement may take: a connection that is silent for this long is lost, whatever the server answers.
 */
const MAX_SILENCE_MS = SESSION_LIMITS.statement_timeout + 2000;

/**
 * Breaks connections that get no answer because the server is frozen or gone, so that callers get an error soon. A slow
 * statement is left alone, because the server still answers others.
 */
export function giveUpSilentConnections(pool: Pool, directUrl: string): void {
  pool.on('connect', (client) => {
    const watched = new WatchedConnection(serviceClient(client), directUrl);
    const look = () => watched.look().catch((error: Error) => watched.stream.destroy(error));
    watched.stream.on('timeout', () => void look()).setTimeout(SILENCE_MS);
  });
}

class WatchedConnection {
  readonly stream: Socket;
  private bytesRead = 0;
  private silentSince = 0;

  constructor(
    private readonly client: ServiceClient,
    private readonly directUrl: string,
  ) {
    this.stream = client.stream;
  }

  async look(): Promise<void> {
    if (isIdle(this.client)) return;
    const now = Date.now();
    if (this.bytesRead !== this.stream.bytesRead) this.silentSince = now - SILENCE_MS;
    this.bytesRead = this.stream.bytesRead;
    const isThere = await isServerAnswering(this.client, this.stream, this.directUrl);
    if (this.bytesRead !== this.stream.bytesRead || this.stream.destroyed) return;
    if (!isThere || now - this.silentSince > MAX_SILENCE_MS) this.stream.destroy(new SilentDatabase());
    else this.stream.setTimeout(SILENCE_MS);
  }
}

class SilentDatabase extends Error {
  readonly code = 'ETIMEDOUT';
  override readonly message = 'The database did not respond.';
}
