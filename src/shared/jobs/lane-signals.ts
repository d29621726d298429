import { Injectable, Logger } from '@nestjs/common';
import { ConnectionShares } from '../database/transactions/connection-shares.js';
import { currentTenant, currentTransaction } from '../database/transactions/work-context.js';

/** After a signal. What is committed within this time is told together. */
const PAUSE_MS = 10;

const TELL = 'select pg_notify($1, tenant_id) from unnest($2::text[]) tenant_id';

/**
 * Tells the workers of all processes which tenants have new work in a lane. After the commit, and once for many: the
 * server lets only one transaction with a NOTIFY commit at a time (decision 66). A signal that is lost, because this
 * process dies or the database is away, is made up for by the look that every worker takes each second.
 */
@Injectable()
export class LaneSignals {
  private readonly logger = new Logger('lanes');
  private readonly untold = new Map<string, Set<string>>();
  private telling?: Promise<void>;

  constructor(private readonly connections: ConnectionShares) {}

  /** That the transaction makes work for its tenant. */
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
      this.logger.debug({ msg: 'workers were not told of new work', lanes: channel, error });
    });
  }
}
