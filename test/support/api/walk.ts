import type { ListPage } from '../../../src/shared/answers/list-page.js';
import type { ApiClient } from './api-client.js';

/** All pages of a list, from the first to the last. */
export async function walk<Item>(api: ApiClient, path: string): Promise<ListPage<Item>[]> {
  const pages: ListPage<Item>[] = [];
  const separator = path.includes('?') ? '&' : '?';
  for (let next = path; ;) {
    const page = (await api.get(next).expect(200)).body as ListPage<Item>;
    pages.push(page);
    if (page.nextCursor === null) return pages;
    next = `${path}${separator}cursor=${page.nextCursor}`;
  }
}
