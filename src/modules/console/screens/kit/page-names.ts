import type { Api } from '../../calling/api-caller.js';
import { ifAllowed } from './screen.js';

/** An audience knows only the id of its page. There are no names if the key may not read pages. */
export async function pageNames(
  api: Api,
  audiences: readonly { pageId: string }[],
): Promise<Map<string, string>> {
  const ids = [...new Set(audiences.map(({ pageId }) => pageId))];
  if (ids.length === 0) return new Map();
  const pages = await ifAllowed(api.pages.list({ pageIds: ids.join(), limit: ids.length }));
  return new Map(pages?.items.map(({ pageId, name }) => [pageId, name]));
}
