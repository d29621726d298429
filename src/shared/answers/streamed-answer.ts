/** An answer of any length: each part is made once the one before it was taken, and is then forgotten. */
export class StreamedAnswer {
  constructor(
    readonly mediaType: string,
    /** Under which name a browser saves it. */
    readonly fileName: string,
    /** To wait for the next one costs nothing; to make its text keeps the process busy. */
    readonly parts: AsyncIterable<() => string>,
  ) {}

  /** A line of JSON for each row. */
  static ndjson<Row>(
    name: string,
    steps: AsyncIterable<readonly Row[]>,
    viewOf: (row: Row) => object,
  ): StreamedAnswer {
    return new StreamedAnswer('application/x-ndjson', `${name}.ndjson`, parts());

    async function* parts() {
      for await (const rows of steps)
        yield () => rows.map((row) => `${JSON.stringify(viewOf(row))}\n`).join('');
      // The head of the answer goes out with a part.
      yield () => '';
    }
  }
}
