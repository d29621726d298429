import { Query, type Connection, type QueryConfig, type QueryResult } from 'pg';
import { setLimits } from './session-limits.js';

/** Until the end of the transaction that it is sent in. */
export const SET_LIMITS = `select ${setLimits('true')}`;

/** What the driver calls on a query besides what its types say. */
interface Protocol {
  prepare(connection: Connection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
}

type Callback = (error: Error | null, result?: QueryResult) => void;

const ProtocolQuery = Query as unknown as new (
  statement: QueryConfig,
  callback: Callback,
) => Query & Protocol;

/** One statement after another that sets its limits. Without a sync between them, the server takes both for one transaction. */
export class LimitedQuery extends ProtocolQuery {
  private hasLimits = false;

  override prepare(connection: Connection): void {
    const protocol = connection as unknown as Record<'parse' | 'bind' | 'execute', (message: object) => void>;
    protocol.parse({ text: SET_LIMITS });
    protocol.bind({});
    protocol.execute({});
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (this.hasLimits) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.hasLimits) super.handleCommandComplete(message, connection);
    this.hasLimits = true;
  }
}
