import type { Client, Connection, QueryConfig, QueryResult } from 'pg';
import { DriverQuery, protocolOf } from '../../libraries/pg-internals.js';
import { setLimits } from './session-limits.js';
import { setSettings } from './session-settings.js';

type QueryInput = string | QueryConfig;
type Callback = (error: Error | null, result?: QueryResult) => void;
type Send = (statement: QueryInput | LimitedQuery, values?: unknown[]) => Promise<QueryResult>;

/** Must be the first statement of a transaction. It affects only that transaction, also without `local`. */
const SET_ISOLATION = `set transaction_isolation = 'read committed'`;

/** Valid until the end of the transaction that sends it. */
const SET_LIMITS = `select ${setLimits('true')}, ${setSettings('true')}`;

const SETTING_UP = [SET_ISOLATION, SET_LIMITS];

/**
 * Sends a statement right after those that set up its transaction. Without a sync between them, the server treats all
 * as one transaction.
 */
class LimitedQuery extends DriverQuery {
  private settingUp = SETTING_UP.length;

  override prepare(connection: Connection): void {
    const protocol = protocolOf(connection);
    for (const text of SETTING_UP) {
      protocol.parse({ text });
      protocol.bind({});
      protocol.execute({});
    }
    super.prepare(connection);
  }

  override handleDataRow(message: { fields: (string | null)[] }): void {
    if (this.settingUp === 0) super.handleDataRow(message);
  }

  override handleCommandComplete(message: { text: string }, connection: Connection): void {
    if (this.settingUp === 0) super.handleCommandComplete(message, connection);
    else this.settingUp--;
  }
}

const BEGIN_LIMITED = `begin; ${SETTING_UP.join('; ')}`;

/**
 * For a connection through a pooler, where only a transaction stays in one session. Each transaction sets its own
 * limits, even that of a single statement, and statements have no names.
 */
export function limitedTransactions(query: Client['query']): Client['query'] {
  const send = query as unknown as Send;
  let isOpen = false;

  const answer = (statement: QueryInput, values?: unknown[]): Promise<QueryResult> => {
    const { name: _, ...unnamed } = typeof statement === 'string' ? { text: statement, values } : statement;
    if (/^begin$/i.test(unnamed.text)) {
      isOpen = true;
      return send(BEGIN_LIMITED);
    }
    if (/^(commit|rollback)$/i.test(unnamed.text)) isOpen = false;
    else if (!isOpen) return alone(send, { ...unnamed, values: values ?? unnamed.values });
    return send(unnamed, values);
  };

  // The pool passes all three arguments, other callers at most two.
  const limited = (statement: QueryInput, values?: unknown[], callback?: Callback) => {
    const answered = answer(statement, values);
    if (!callback) return answered;
    answered.then((result) => callback(null, result), callback);
  };
  return limited as Client['query'];
}

async function alone(send: Send, statement: QueryConfig): Promise<QueryResult> {
  if (statement.values?.length) {
    return new Promise((resolve, reject) => {
      void send(new LimitedQuery(statement, (error, result) => (error ? reject(error) : resolve(result!))));
    });
  }
  // The text may contain several statements; such a text can't be appended to another statement.
  const [, result] = await Promise.all([send(BEGIN_LIMITED), send(statement), send('commit')]);
  return result;
}
