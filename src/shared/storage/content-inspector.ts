import { createHash } from 'node:crypto';
import { HEAD_BYTES, mediaTypeOf } from './media-type.js';

/** Control characters that never occur in text, but do in many binary files that begin like text. */
const CONTROLS = /[\x00-\x08\x0e-\x1f]/;

/** Determines the size, the hash and the media type of a file while it is streamed. */
export class ContentInspector {
  size = 0;
  private readonly digest = createHash('sha256');
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private head = Buffer.alloc(0);
  private isText = true;

  add(chunk: Buffer): void {
    this.size += chunk.length;
    this.digest.update(chunk);
    if (this.head.length < HEAD_BYTES) this.head = Buffer.concat([this.head, chunk]).subarray(0, HEAD_BYTES);
    this.isText &&= this.readsAsText(chunk);
  }

  sha256(): string {
    return this.digest.digest('hex');
  }

  mediaType(): string | undefined {
    return mediaTypeOf(this.head, this.isText && this.readsAsText());
  }

  /** Without a chunk: whether the text also ends with a complete character. */
  private readsAsText(chunk?: Buffer): boolean {
    try {
      return !CONTROLS.test(this.decoder.decode(chunk, { stream: chunk !== undefined }));
    } catch {
      return false;
    }
  }
}
