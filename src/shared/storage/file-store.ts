import type { Readable } from 'node:stream';
import { DomainError } from '../kernel/errors.js';
import type { ReceivedFile } from './received-file.js';

/** Both ends are inclusive. */
export interface ByteRange {
  first: number;
  last: number;
}

/** The store has no file under this id. */
export class FileMissing extends Error {
  override readonly name = 'FileMissing';
}

/** The store has other content under this id than was stored. In an outage it would have none. */
export class FileDamaged extends DomainError {
  constructor(readonly reason: string) {
    super('unavailable', 'storage_unavailable', 'The stored file is damaged.');
  }
}

/** Stores files. They are named by ids that the service generates, and never change. */
export abstract class FileStore {
  /** Moves the file into the store. Afterwards the complete file is there, even after a power failure. */
  abstract put(file: ReceivedFile): Promise<void>;

  /**
   * Rejects with `FileMissing` before anything is read, and with `FileDamaged` if the length of the file is known to be
   * another one. `size` is that of the whole file.
   */
  abstract open(fileId: string, size: number, range?: ByteRange): Promise<Readable>;

  /** Does nothing if there is no such file. */
  abstract remove(fileId: string): Promise<void>;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The path of a file in a store: in one of 256 folders by the end of its id, which is random; the beginning is the
 * time.
 */
export function pathOf(fileId: string): string {
  if (!UUID.test(fileId)) throw new Error('The id of a stored file must be a UUID.');
  return `${fileId.slice(-2)}/${fileId}`;
}

export interface Download {
  name: string;
  mediaType: string;
  size: number;
  /** In hex. */
  sha256: string;
  open(range?: ByteRange): Promise<Readable>;
}
