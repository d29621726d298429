import type { Pool, QueryResult, QueryResultRow } from 'pg';

export interface PreparedQuery {
  /** Without one it is planned for its values, and the plan is not kept. */
  name?: string;
  text: string;
  values: unknown[];
}

/** The statement was dropped behind our back, or its table has changed since it was planned. */
export function isStalePlan(error: unknown): boolean {
  return ['26000', '0A000'].includes((error as { code?: string } | null)?.code ?? '');
}

/** Asks once more where only the plan was stale: the connection that had it leaves the pool, another one plans anew. */
export async function queryPrepared<Row extends QueryResultRow>(
  pool: Pool,
  query: PreparedQuery,
): Promise<QueryResult<Row>> {
  try {
    return await pool.query<Row>(query);
  } catch (error) {
    if (!isStalePlan(error)) throw error;
    return pool.query<Row>(query);
  }
}
