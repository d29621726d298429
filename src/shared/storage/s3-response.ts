import { Readable } from 'node:stream';
import { textWithin } from '../kernel/bounded-body.js';
import { FileDamaged, type ByteRange } from './file-store.js';

/** How long a store may send nothing in the middle of a file. */
export const SILENCE = { timeoutMs: 30_000 };

/** A 404 without this code has another cause: the bucket is missing, or another server responds. */
const NO_SUCH_KEY = '<Code>NoSuchKey</Code>';

/** More than any error of a store has. */
const MAX_ERROR_BYTES = 65_536;

export async function isMissing(answer: Response): Promise<boolean> {
  return answer.status === 404 && ((await textWithin(answer, MAX_ERROR_BYTES)) ?? '').includes(NO_SUCH_KEY);
}

/** A store confirms with an empty body. It may report an error with a success status, and a proxy may send a page. */
export async function assertConfirmed(answer: Response): Promise<void> {
  const text = await textWithin(answer, MAX_ERROR_BYTES);
  if (text === undefined || text.trimStart().startsWith('<'))
    throw new Error('The file store responded with a document instead of a confirmation.');
}

/** Whether the headers announce exactly the requested bytes. Only the content itself shows whether they are right. */
export function assertPartOfFile({ status, headers }: Response, size: number, range?: ByteRange): void {
  const length = range ? range.last - range.first + 1 : size;
  const announced = headers.has('content-encoding') ? null : headers.get('content-length');
  if (announced !== null && announced !== String(length)) {
    const detail = `The file store responded with ${announced} bytes instead of ${length}.`;
    // An object has an ETag. The page of a proxy, and an error with a success status, have none.
    throw status === 200 && !range && headers.has('etag') ? new FileDamaged(detail) : new Error(detail);
  }
  if (status !== (range ? 206 : 200)) throw new Error(`The file store responded with ${status}.`);
  if (range && headers.get('content-range') !== `bytes ${range.first}-${range.last}/${size}`)
    throw new Error('The file store responded with another part of the file.');
}

/** The body as a stream that fails if the store falls silent. A reader may be as slow as it likes. */
export function contentOf({ body }: Response): Readable {
  if (!body) return Readable.from([]);
  const reader = body.getReader();
  return new Readable({
    read() {
      const timer = setTimeout(
        () => this.destroy(new Error('The file store stopped sending the file.')),
        SILENCE.timeoutMs,
      );
      reader
        .read()
        .finally(() => clearTimeout(timer))
        .then(
          ({ done, value }) => this.push(done ? null : value),
          (error: Error) => this.destroy(error),
        );
    },
    destroy(error, done) {
      reader.cancel(error).then(
        () => done(error),
        () => done(error),
      );
    },
  });
}
