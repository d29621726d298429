/** An answer of any length: each part is built once the previous one was consumed, and is then discarded. */
export class StreamedAnswer {
  constructor(
    readonly mediaType: string,
    /** The file name under which a browser saves the answer. */
    readonly fileName: string,
    /** Waiting for the next part costs nothing; building its text keeps the process busy. */
    readonly parts: AsyncIterable<() => string>,
  ) {}

  /** One line of JSON per row. */
  static ndjson<Row>(
    name: string,
    steps: AsyncIterable<readonly Row[]>,
    viewOf: (row: Row) => object,
  ): StreamedAnswer {
    return new StreamedAnswer('application/x-ndjson', `${name}.ndjson`, parts());

    async function* parts() {
      for await (const rows of steps)
        yield () => rows.map((row) => `${JSON.stringify(viewOf(row))}\n`).join('');
      // The headers are sent with the first part, so there must be one.
      yield () => '';
    }
  }
}
