/** One page of a list, as every list operation answers it. */
export interface ListPage<Item> {
  items: Item[];
  hasMore: boolean;
  nextCursor: string | null;
  /** Null where counting would cost more than the page itself. */
  totalCount: number | null;
}
