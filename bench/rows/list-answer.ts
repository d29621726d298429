import { createHmac } from 'node:crypto';
import type { Answer, LimitDatabase } from './row.ts';

const SIGNATURE_BYTES = 16;

interface ListRow {
  place: (string | number)[];
  totalCount: number | null;
}

interface List<Row> {
  name: string;
  /** The filters of the list, because its cursors depend on them. */
  filter?: [string, string][];
  limit: number;
  /** One more row than the page has, if there are more. */
  rows: Row[];
  itemOf: (row: Row) => object;
}

export function listAnswer<Row extends ListRow>(list: List<Row>, database: LimitDatabase): Answer {
  const shown = list.rows.slice(0, list.limit);
  const last = list.rows.length > list.limit ? shown.at(-1) : undefined;
  const totalCount = list.rows[0] ? list.rows[0].totalCount : 0;
  const body = {
    items: shown.map(list.itemOf),
    hasMore: last !== undefined,
    nextCursor: last ? cursorOf([totalCount, ...last.place], list, database) : null,
    totalCount,
  };
  return { status: 200, body: JSON.stringify(body) };
}

function cursorOf(
  place: (string | number | null)[],
  { name, filter = [] }: { name: string; filter?: [string, string][] },
  { tenantId, cursorSecret }: LimitDatabase,
): string {
  const payload = Buffer.from(JSON.stringify(place));
  const signature = createHmac('sha256', cursorSecret)
    .update(JSON.stringify([tenantId, name, filter]))
    .update(payload)
    .digest();
  return Buffer.concat([signature.subarray(0, SIGNATURE_BYTES), payload]).toString('base64url');
}
