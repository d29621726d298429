import { assetView, trashSearch } from '../setup/built.ts';
import type { Row } from './row.ts';
import { listAnswer } from './list-answer.ts';

const PAGE = 20;
const QUERY = 'thing 123';

type AssetRow = Parameters<typeof assetView>[0] & { totalCount: number | null; place: string[] };

/** The first 20 of 200 matches of a search among 100,000 assets in the trash. */
export const listTrash: Row = {
  name: 'LIST trash',
  route: 'GET /v0/assets/trash',
  requests: () => [{ method: 'GET', path: `/v0/assets/trash?query=${encodeURIComponent(QUERY)}` }],
  limit: async (_, database) => {
    const { text } = trashSearch.statement('first', ['pattern']);
    const pattern = `%${QUERY}%`;
    const rows = await database.rows<AssetRow>({
      name: 'trash',
      text,
      values: [database.tenantId, PAGE + 1, pattern],
    });
    const itemOf = (row: AssetRow) => assetView(row, () => '');
    return listAnswer(
      { name: 'assets.trash.search', filter: [['pattern', pattern]], limit: PAGE, rows, itemOf },
      database,
    );
  },
};
