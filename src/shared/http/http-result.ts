/** An answer with a status of its own, or one that was written before. */
export class HttpResult {
  constructor(
    readonly status: number,
    readonly body: object | string,
  ) {}
}
