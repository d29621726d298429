import { newUuid } from '../kernel/ids.js';

/** A file that has arrived whole. Size, hash and type come from its content, not from its sender. */
export class ReceivedFile {
  constructor(
    /** Where it lies until it is moved into the store. */
    readonly path: string,
    readonly size: number,
    /** In hex. */
    readonly sha256: string,
    /** Undefined where the content is of no known type. */
    readonly mediaType: string | undefined,
    /** Its name in the store. */
    readonly id: string = newUuid(),
  ) {}
}
