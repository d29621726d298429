/** A form as no browser sends it. */
export class UnreadableForm extends Error {
  constructor(
    message: string,
    readonly status: 400 | 413 = 400,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
