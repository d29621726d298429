import { Injectable, Logger } from '@nestjs/common';
import { ConnectionShares } from '../database/transactions/connection-shares.js';
import { currentTenant, currentTransaction } from '../database/transactions/work-context.js';

/** Pause after a signal. Work committed within this time is announced together. */
const PAUSE_MS = 10;

const TELL = 'select pg_notify($1, tenant_id) from unnest($2::text[]) tenant_id';

/**
 * Notifies the workers of all processes which tenants have new work in a lane. It does so after the commit, and once
 * for many commits: the server lets only one transaction with a NOTIFY commit at a time (decision 66). If a signal is
 * lost, because this process dies or the database is down, the poll of every worker each second makes up for it.
 */
@Injectable()
export class LaneSignals {
  private readonly logger = new Logger('lanes');
  private readonly untold = new Map<string, Set<string>>();
  private telling?: Promise<void>;

  constructor(private readonly connections: ConnectionShares) {}

  /** Announces after the commit that the transaction created work for its tenant. */
  tellAfterCommit(channel: string): void {
    const tenantId = currentTenant();
    currentTransaction().afterCommit(() => this.tell(channel, tenantId));
  }

  private tell(channel: string, tenantId: string): void {
    const tenants = this.untold.get(channel) ?? new Set();
    this.untold.set(channel, tenants.add(tenantId));
    this.telling ??= this.tellAll().finally(() => (this.telling = undefined));
  }

  private async tellAll(): Promise<void> {
    while (this.untold.size > 0) {
      const signals = [...this.untold];
      this.untold.clear();
      await Promise.all(signals.map(([channel, tenants]) => this.send(channel, [...tenants])));
      await new Promise((resume) => setTimeout(resume, PAUSE_MS).unref());
    }
  }

  private async send(channel: string, tenants: readonly string[]): Promise<void> {
    const query = { name: 'lanes.tell', text: TELL, values: [channel, tenants] };
    await this.connections.query(query, 'service').catch((error: unknown) => {
      this.logger.debug({ msg: 'workers were not notified of new work', lanes: channel, error });
    });
  }
}
