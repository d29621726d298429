/** An answer with another status than the operation usually has, or one that was written before. */
export class Answer {
  constructor(
    readonly status: number,
    readonly body: object | string,
  ) {}

  /** For a POST that was asked to make what stands already. */
  static existing(view: object): Answer {
    return new Answer(200, view);
  }
}
