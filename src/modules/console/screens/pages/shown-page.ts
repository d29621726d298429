import type { Page, WithDates } from '@foyer/client';

export type ShownPage = WithDates<Page>;

export const PAGES_PATH = '/pages';

export function pathOf({ pageId }: Pick<ShownPage, 'pageId'>): string {
  return `${PAGES_PATH}/${pageId}`;
}
