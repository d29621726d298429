import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { clock } from '../kernel/clock.js';
import { ConnectionShares } from './transactions/connection-shares.js';
import { millis } from './driver/sql.js';

/** New connections report the time as well, but a busy process may open none for hours. */
const INTERVAL_MS = 30_000;

/** Keeps the clock of this process in sync with the server's, even if the machine's clock is changed. */
@Injectable()
export class ServerTime implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer?: NodeJS.Timeout;

  constructor(private readonly connections: ConnectionShares) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.ask(), INTERVAL_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async ask(): Promise<void> {
    try {
      const sentMs = Date.now();
      const query = { text: `select ${millis('clock_timestamp()')} as "timeMs"` };
      const { rows } = await this.connections.query<{ timeMs: number }>(query, 'service');
      clock.follow({ sentMs, theirMs: rows[0]!.timeMs, receivedMs: Date.now() });
    } catch {
      // Requests that need the database report that it is down; until it is back, nothing is written.
    }
  }
}
