/** Maximum page size that a caller can request. */
export const MAX_PAGE_ITEMS = 100;

/** One page of a list, as every list operation returns it. */
export interface ListPage<Item> {
  items: Item[];
  hasMore: boolean;
  nextCursor: string | null;
  /** Null if counting would cost more than the page itself. */
  totalCount: number | null;
}

/** A large page: each item is already JSON, and the reserved room is released once the page is sent. */
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

  /** The whole page as JSON, in parts of limited size: each part waits for its turn, however many items there are. */
  *json(): Iterable<Buffer> {
    let [part, bytes]: [Buffer[], number] = [[], 0];
    for (const text of this.texts()) {
      part.push(text);
      bytes += text.length;
      if (bytes < PART_BYTES) continue;
      yield Buffer.concat(part);
      [part, bytes] = [[], 0];
    }
    yield Buffer.concat(part);
  }

  private *texts(): Iterable<Buffer> {
    const { itemTexts, hasMore, nextCursor, totalCount } = this;
    yield Buffer.from('{"items":[');
    for (const [index, text] of itemTexts.entries()) {
      if (index > 0) yield COMMA;
      yield text;
    }
    yield Buffer.from(`],${JSON.stringify({ hasMore, nextCursor, totalCount }).slice(1)}`);
  }
}

const PART_BYTES = 512 * 1024;

const COMMA = Buffer.from(',');
