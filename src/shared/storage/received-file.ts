import { newUuid } from '../kernel/ids.js';

/** A file that has arrived whole, with what its content alone tells of it. */
export class ReceivedFile {
  constructor(
    /** Where it lies until a store takes it over. */
    readonly path: string,
    readonly size: number,
    /** In hex. */
    readonly sha256: string,
    /** Undefined where the content is of no known kind. */
    readonly mediaType: string | undefined,
    /** Under which the store keeps it. */
    readonly id: string = newUuid(),
  ) {}
}
