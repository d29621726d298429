/** The result of a create if the record already exists: the request was a repeat, and nothing was created. */
export class Existing<Record extends object> {
  constructor(readonly record: Record) {}
}
