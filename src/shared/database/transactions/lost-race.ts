/**
 * Another transaction has stored a value after this one looked for it. The unit of work restarts, as after a conflict
 * that the server finds itself, and then sees the value.
 */
export class LostRace extends Error {
  override readonly name = 'LostRace';
  /** `serialization_failure` */
  readonly code = '40001';

  constructor() {
    super('Another transaction stored the same value first.');
  }
}
