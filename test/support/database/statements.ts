import type { PoolClient, QueryConfig } from 'pg';
import { ConnectionShares } from '../../../src/shared/database/transactions/connection-shares.js';
import { ReadPipeline } from '../../../src/shared/database/records/read-pipeline.js';
import { StatementBatch } from '../../../src/shared/database/driver/statement-batch.js';
import type { TestService } from '../test-service.js';

export interface Statement {
  text: string;
  values: readonly unknown[];
}

/**
 * Keys in use are looked up again beside the requests, new events are read for all streams, and the server is asked for
 * its time, whatever the requests do.
 */
const BESIDE_REQUESTS = ['where k.hash = any($1)', 'from unnest($1::uuid[]) tenant (id)', 'as "timeMs"'];

/** Records every statement of requests during an act. All of them go through the pool, where they are visible. */
export function statementsOf({
  app,
  pool,
}: TestService): (act: () => PromiseLike<unknown>) => Promise<Statement[]> {
  app.get(ReadPipeline).rows = async <Row extends object>(query: QueryConfig) =>
    (await app.get(ConnectionShares).query<Row>(query)).rows;
  let noted: Statement[] = [];
  const listening = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    if (listening.has(client)) return;
    listening.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      noted.push(...statementsIn(args));
      return query(...args);
    }) as typeof client.query;
  });
  return async (act) => {
    noted = [];
    await act();
    return noted.filter(({ text }) => !BESIDE_REQUESTS.some((part) => text.includes(part)));
  };
}

/** Handles every form of call to the driver. */
function statementsIn([first, values]: unknown[]): readonly Statement[] {
  if (first instanceof StatementBatch) return first.statements;
  const { text = '', values: own } =
    typeof first === 'string' ? { text: first } : (first as Partial<Statement>);
  return [{ text, values: own ?? (Array.isArray(values) ? values : []) }];
}
