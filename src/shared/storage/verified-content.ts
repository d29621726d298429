import { createHash, type Hash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

interface Expected {
  length: number;
  /** In hex; undefined for a part of a file. */
  sha256: string | undefined;
}

/**
 * Passes content on, and fails if it is not what was stored. The last chunk is held back until everything is verified:
 * a reader never has a complete file with other bytes, which it would keep under the ETag of the right ones.
 */
export class VerifiedContent extends Transform {
  private readonly digest: Hash | undefined;
  private bytes = 0;
  private last: Buffer | undefined;

  constructor(private readonly expected: Expected) {
    super();
    this.digest = expected.sha256 === undefined ? undefined : createHash('sha256');
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const { length } = this.expected;
    this.bytes += chunk.length;
    if (this.bytes > length) return done(new Error(`The stored file has more than ${length} bytes.`));
    this.digest?.update(chunk);
    if (this.bytes < length) return done(null, chunk);
    this.last ??= chunk;
    done();
  }

  override _flush(done: TransformCallback): void {
    const { length, sha256 } = this.expected;
    if (this.bytes < length)
      return done(new Error(`The stored file has ${this.bytes} bytes instead of ${length}.`));
    if (this.digest && this.digest.digest('hex') !== sha256)
      return done(new Error('The stored file has other content.'));
    done(null, this.last);
  }
}
