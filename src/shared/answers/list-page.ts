/** Most items that a caller can ask for at once. */
export const MAX_PAGE_ITEMS = 100;

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

  /** The whole page as JSON, in parts of some size: each part waits for its turn, however many items there are. */
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
