import type { Readable } from 'node:stream';
import type { ReceivedFile } from './received-file.js';

/** Both ends are part of it. */
export interface ByteRange {
  first: number;
  last: number;
}

/** The store has no file under this id. */
export class FileGone extends Error {
  override readonly name = 'FileGone';
}

/** Where files lie. They are named by ids that we make, and never change. */
export abstract class FileStore {
  /** Takes the file over: from then on it is there as a whole, whatever happens, and no longer where it arrived. */
  abstract put(file: ReceivedFile): Promise<void>;

  /** Rejects with `FileGone` before anything is read. */
  abstract open(fileId: string, range?: ByteRange): Promise<Readable>;

  /** That it is not there is no failure. */
  abstract remove(fileId: string): Promise<void>;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Spread over folders by the end of the id, which is random; its beginning is the time. */
export function placeOf(fileId: string): string {
  if (!UUID.test(fileId)) throw new Error('A file is stored under a UUID, and under nothing else.');
  return `${fileId.slice(-2)}/${fileId}`;
}

/** A file that is there to be downloaded, with all that its reader is told of it. */
export interface ServedFile {
  name: string;
  /** Whether a browser may show it; else it is to be saved. */
  isShown: boolean;
  mediaType: string;
  size: number;
  /** In hex. */
  sha256: string;
  open(range?: ByteRange): Promise<Readable>;
}
