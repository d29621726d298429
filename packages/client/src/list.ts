import { FoyerError } from './foyer-error.js';

export interface ListPage {
  items: readonly unknown[];
  hasMore: boolean;
  nextCursor: string | null;
}

/** `await` reads one page, `for await` all records. Each of them begins anew. */
export class List<Page extends ListPage, Item = Page['items'][number]>
  implements PromiseLike<Page>, AsyncIterable<Item>
{
  constructor(
    private readonly operation: string,
    private readonly read: (cursor?: string) => Promise<Page>,
  ) {}

  then<Result = Page, Failure = never>(
    onRead?: ((page: Page) => Result | PromiseLike<Result>) | null,
    onFailure?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.read().then(onRead, onFailure);
  }

  catch<Failure>(onFailure: (reason: unknown) => Failure | PromiseLike<Failure>): Promise<Page | Failure> {
    return this.then(null, onFailure);
  }

  /** All pages. A page can be empty although others follow. */
  async *pages(): AsyncGenerator<Page, void> {
    const seen = new Set<string>();
    let cursor: string | undefined;
    do {
      const page = await this.read(cursor);
      if (!isPage(page)) throw this.unexpected('The answer is not a page of a list.');
      yield page;
      cursor = page.nextCursor ?? undefined;
      if (cursor === undefined) return;
      if (seen.has(cursor)) throw this.unexpected('A page names an earlier one as the next.');
    } while (seen.add(cursor));
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    for await (const { items } of this.pages()) yield* items as Iterable<Item>;
  }

  private unexpected(detail: string): FoyerError {
    return new FoyerError({ operation: this.operation, code: 'unexpected_answer', detail });
  }
}

function isPage(answer: Partial<ListPage> | null): boolean {
  return Array.isArray(answer?.items);
}
