/** What a create answers where the record stands already: it was asked for again, and nothing was made. */
export class Existing<Record extends object> {
  constructor(readonly record: Record) {}
}
