import { Socket } from 'node:net';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { Client, type ClientConfig } from 'pg';
import { nameOf, type ServerAddress, type ServerAddresses } from '../../config/server-addresses.js';

/** A server that does not answer within this time is not the primary, or no longer. */
const PROBE_TIMEOUT_MS = 1000;

/** True on a standby, and on a primary that was set to read-only. */
export const IS_READ_ONLY = `current_setting('transaction_read_only') = 'on'`;

/** Whether connections must go to the server that accepts writes: always if the URL names several servers. */
export function needsPrimary({ servers, target }: ServerAddresses): boolean {
  return servers.length > 1 || target !== 'any';
}

class NoPrimary extends Error {
  /** SQLSTATE of a connection that can't be established. */
  readonly code = '08001';
}

/** Finds the primary among several servers by asking all of them at once. */
export class Primary {
  private finding?: Promise<ServerAddress>;
  private latest?: ServerAddress;

  constructor(
    private readonly servers: readonly ServerAddress[],
    private readonly config: ClientConfig,
  ) {}

  /** Makes the driver connect to the primary. */
  get options(): ClientConfig {
    const { ssl } = this.config;
    const tls = typeof ssl === 'object' ? ssl : {};
    // The driver knows only the name of the first server.
    const check = (_: string, certificate: PeerCertificate) =>
      (tls.checkServerIdentity ?? checkServerIdentity)(this.latest!.host, certificate);
    return {
      ...this.config,
      stream: () => new PrimarySocket(this),
      ...(ssl && { ssl: { ...tls, checkServerIdentity: check } }),
    };
  }

  /** Concurrent callers share one search. */
  find(): Promise<ServerAddress> {
    this.finding ??= this.askAll().finally(() => (this.finding = undefined));
    return this.finding;
  }

  private async askAll(): Promise<ServerAddress> {
    try {
      this.latest = await Promise.any(this.servers.map((server) => this.ask(server)));
      return this.latest;
    } catch (error) {
      const reasons = (error as AggregateError).errors.map((each: Error) => each.message);
      throw new NoPrimary(`no server accepts writes (${reasons.join('; ')})`);
    }
  }

  private async ask(server: ServerAddress): Promise<ServerAddress> {
    const client = new Client({
      ...this.config,
      ...server,
      connectionTimeoutMillis: PROBE_TIMEOUT_MS,
      query_timeout: PROBE_TIMEOUT_MS,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ isReadOnly: boolean }>(`select ${IS_READ_ONLY} as "isReadOnly"`);
      if (rows[0]!.isReadOnly) throw new Error('is a standby or read-only');
      return server;
    } catch (error) {
      throw new Error(
        `${nameOf(server)}: ${(error as Error).message || (error as NodeJS.ErrnoException).code}`,
      );
    } finally {
      void client.end().catch(() => undefined);
    }
  }
}

/** Connects to the primary, whatever address it is given. */
class PrimarySocket extends Socket {
  constructor(private readonly primary: Primary) {
    super();
  }

  override connect(): this {
    this.primary.find().then(
      ({ host, port }) => this.destroyed || super.connect(port, host),
      (error: Error) => this.destroy(error),
    );
    return this;
  }
}
