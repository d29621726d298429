import { bodyTooLarge } from '../problems/too-large.js';
import type { Readable } from 'node:stream';
import { DomainError, invalid } from '../../kernel/errors.js';
import type { ReceivedFile } from '../../storage/received-file.js';

interface FormPart {
  name: string;
  value: string | ReceivedFile;
}

/** The name of the part that is a file, whatever its headers say. */
const FILE = 'file';

/** Reads the parts of a form while they stream in. */
export class FormParts {
  /** Rejects with the first failure of any part. */
  readonly failure: Promise<never>;
  readonly fail: (error: unknown) => void;
  private readonly reading: Promise<FormPart>[] = [];
  private readonly streams: Readable[] = [];
  /** Parts whose reader does not wait for more: it has not begun, or is processing a chunk. */
  private readonly busy = new Set<Readable>();
  private textBytes = 0;
  private hasFile = false;
  /** The parser may still emit parts afterwards. */
  private isAbandoned = false;

  constructor(
    private readonly maxTextBytes: number,
    private readonly receive: (content: AsyncIterable<Buffer>) => Promise<ReceivedFile>,
  ) {
    let fail!: (reason: unknown) => void;
    this.failure = new Promise<never>((_, reject) => (fail = reject));
    this.fail = fail;
    this.failure.catch(() => undefined);
  }

  add(name: string | undefined, content: Readable): void {
    // A part can fail before it is read, or without being read at all. The parser reports the reason.
    content.on('error', () => undefined);
    if (this.isAbandoned) return void content.resume();
    this.busy.add(content);
    const part = this.read(name, this.chunksOf(content));
    part.catch(this.fail);
    this.reading.push(part);
    this.streams.push(content);
  }

  /** Whether all received data is read, and every part that has not ended waits for more. */
  areAllWaiting(): boolean {
    return this.busy.size === 0 && this.streams.every(({ readableLength }) => readableLength === 0);
  }

  all(): Promise<FormPart[]> {
    return Promise.all(this.reading);
  }

  /** Stops reading, and returns the parts that were read before. */
  async abandon(): Promise<FormPart[]> {
    this.isAbandoned = true;
    for (const stream of this.streams) stream.destroy();
    const ended = await Promise.allSettled(this.reading);
    return ended.flatMap((part) => (part.status === 'fulfilled' ? [part.value] : []));
  }

  private async *chunksOf(content: Readable): AsyncGenerator<Buffer> {
    const chunks = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    try {
      for (;;) {
        this.busy.delete(content);
        const next = await chunks.next();
        if (next.done) return;
        this.busy.add(content);
        yield next.value;
      }
    } finally {
      this.busy.delete(content);
      await chunks.return?.();
    }
  }

  private async read(name: string | undefined, content: AsyncIterable<Buffer>): Promise<FormPart> {
    if (!name) throw new DomainError('invalid', 'malformed_form', 'A part of the form has no name.');
    if (name !== FILE) return { name, value: await this.text(name, content) };
    if (this.hasFile) throw fault(name, 'too_many', 'can only be given once');
    this.hasFile = true;
    return { name, value: await this.receive(content) };
  }

  private async text(name: string, content: AsyncIterable<Buffer>): Promise<string> {
    const chunks: Buffer[] = [];
    for await (const chunk of content) {
      this.textBytes += chunk.length;
      if (this.textBytes > this.maxTextBytes) throw bodyTooLarge(this.maxTextBytes, 'fields');
      chunks.push(chunk);
    }
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
    } catch {
      throw fault(name, 'not_utf8', 'is not UTF-8');
    }
  }
}

function fault(name: string, code: string, message: string): DomainError {
  const place = name.slice(0, 100);
  const pointer = `/${place.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return invalid([{ pointer, code, message: `${place} ${message}.` }]);
}
