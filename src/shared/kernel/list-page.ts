/** One page of a list, as every list operation answers it. */
export interface ListPage<Item> {
  items: Item[];
  hasMore: boolean;
  nextCursor: string | null;
  /** Null where counting would cost more than the page itself. */
  totalCount: number | null;
}

/** A page of many bytes: each item is JSON already, and the room it takes is released once it is sent. */
export class LargeListPage<Item> implements ListPage<Item> {
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
  readonly totalCount: number | null;

  constructor(
    readonly itemTexts: readonly Buffer[],
    { hasMore, nextCursor, totalCount }: Omit<ListPage<Item>, 'items'>,
    readonly release: () => void,
  ) {
    this.hasMore = hasMore;
    this.nextCursor = nextCursor;
    this.totalCount = totalCount;
  }

  get items(): Item[] {
    return this.itemTexts.map((text) => JSON.parse(text.toString()) as Item);
  }

  /** The whole page as JSON, part by part. */
  *json(): Iterable<Buffer> {
    const { itemTexts, hasMore, nextCursor, totalCount } = this;
    yield Buffer.from('{"items":[');
    for (const [index, text] of itemTexts.entries()) {
      if (index > 0) yield COMMA;
      yield text;
    }
    yield Buffer.from(`],${JSON.stringify({ hasMore, nextCursor, totalCount }).slice(1)}`);
  }
}

const COMMA = Buffer.from(',');
