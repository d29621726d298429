import { newUuid } from '../kernel/ids.js';
import type { PictureFacts } from '../pictures/picture-questions.js';

/** A completely received file. Size, hash and type come from its content, not from its sender. */
export class ReceivedFile {
  /** Set once the whole picture was decoded. */
  picture?: PictureFacts;

  constructor(
    /** Where the file is until it is moved into the store. */
    readonly path: string,
    readonly size: number,
    /** In hex. */
    readonly sha256: string,
    /** Undefined if the type is unknown. */
    readonly mediaType: string | undefined,
    /** Its name in the store. */
    readonly id: string = newUuid(),
  ) {}
}
