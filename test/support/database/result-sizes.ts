import { ConnectionShares } from '../../../src/shared/database/transactions/connection-shares.js';
import { Transaction } from '../../../src/shared/database/transactions/transaction.js';

type Query = (...args: never[]) => Promise<{ rows: object[] }>;

/** The size of the largest result of a statement during an act: the JSON of its rows, as the service keeps them. */
export async function largestResultOf(act: () => Promise<unknown>): Promise<number> {
  let largest = 0;
  const note = <Result extends { rows: object[] }>(result: Result): Result => {
    largest = Math.max(largest, JSON.stringify(result.rows).length);
    return result;
  };
  const originals = [Transaction.prototype, ConnectionShares.prototype].map((source) => {
    const target = source as unknown as { query: Query };
    const { query } = target;
    target.query = async function (this: unknown, ...args) {
      return note(await query.apply(this, args));
    };
    return () => void (target.query = query);
  });
  try {
    await act();
  } finally {
    for (const restore of originals) restore();
  }
  return largest;
}
