/** An answer of any length: each part is made once the one before it was taken, and is then forgotten. */
export class StreamedAnswer {
  constructor(
    readonly mediaType: string,
    /** Under which name a browser saves it. */
    readonly fileName: string,
    /** To wait for the next one costs nothing; to make its text keeps the process busy. */
    readonly parts: AsyncIterable<() => string>,
  ) {}
}
