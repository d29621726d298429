import { once, on } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { newUuid } from '../../../shared/kernel/ids.js';
import { UnreadableForm } from './unreadable-form.js';
import type { SentFile, SentForm } from './sent-form.js';

/** The name of the fields that are files. */
export const FILES_FIELD = 'files';
/** As many files as one form can have. */
export const MOST_FILES = 20;

const MULTIPART = /^multipart\/form-data\s*;/i;
const LIMITS = { files: MOST_FILES, fields: 20, fieldSize: 10_000, headerPairs: 20, headerSize: 8192 };

interface FileFormLimits {
  folder: string;
  fileBytes: number;
  timeoutMs: number;
}

type Part = [name: string | undefined, content: BusboyFileStream, fileName: string | undefined];

export function isFileForm({ headers }: IncomingMessage): boolean {
  return MULTIPART.test(headers['content-type'] ?? '');
}

/**
 * A form with files while it streams in. Its fields come before its files, so that nobody without the token of the
 * session can make the console read a file. At most one file is on the disk, and none in memory.
 */
export class FileForm implements SentForm {
  readonly fields = new URLSearchParams();
  hasMoreFiles = false;
  private readonly stop = new AbortController();
  private readonly signal: AbortSignal;
  private readonly parts: AsyncIterator<Part>;
  private first: IteratorResult<Part> | undefined;

  private constructor(
    req: IncomingMessage,
    private readonly limits: FileFormLimits,
  ) {
    this.signal = AbortSignal.any([this.stop.signal, AbortSignal.timeout(limits.timeoutMs)]);
    const parser = parserFor(req, limits);
    parser.on('filesLimit', () => (this.hasMoreFiles = true));
    parser.on('field', (name, value) => this.fields.append(name, value));
    // An error that nobody listens for any more would end the process.
    parser.on('error', () => undefined);
    parser.on('file', (_name, content) => content.on('error', () => undefined));
    const options = { signal: this.signal, close: ['finish'] };
    this.parts = on(parser, 'file', options) as AsyncIterator<Part>;
    feed(req, parser, this.signal).catch((error: unknown) => this.stop.abort(error));
  }

  /** Reads the fields. */
  static async open(req: IncomingMessage, limits: FileFormLimits): Promise<FileForm> {
    const form = new FileForm(req, limits);
    form.first = await form.nextPart();
    return form;
  }

  get files(): AsyncIterable<SentFile> {
    return this.receive();
  }

  close(): void {
    this.stop.abort();
  }

  private async *receive(): AsyncGenerator<SentFile> {
    for (let part = this.first!; !part.done; part = await this.nextPart()) {
      const [field, content, name] = part.value;
      // The browser sends an empty part if no file was chosen.
      if (field === FILES_FIELD && name) yield* this.save(name, content);
      else content.resume();
    }
  }

  private async *save(name: string, content: BusboyFileStream): AsyncGenerator<SentFile> {
    const { folder } = this.limits;
    const path = join(folder, newUuid());
    try {
      await mkdir(folder, { recursive: true });
      const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
      await pipeline(content, target, { signal: this.signal });
      yield { name, path, isTooLarge: content.truncated };
    } catch (error) {
      // The disk fails by a call of the system.
      throw (error as NodeJS.ErrnoException).syscall === undefined ? malformed(error) : error;
    } finally {
      await rm(path, { force: true });
    }
  }

  private async nextPart(): Promise<IteratorResult<Part>> {
    try {
      return await this.parts.next();
    } catch (error) {
      throw malformed(error);
    }
  }
}

function parserFor(req: IncomingMessage, { fileBytes }: FileFormLimits): BusboyInstance {
  try {
    return new Busboy({
      headers: req.headers as { 'content-type': string },
      limits: { ...LIMITS, fileSize: fileBytes },
    });
  } catch (error) {
    throw malformed(error);
  }
}

/** A pipeline would destroy the request with the parser, and with it the connection for the answer. */
async function feed(req: IncomingMessage, parser: BusboyInstance, signal: AbortSignal): Promise<void> {
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    if (signal.aborted) return;
    if (!parser.write(chunk)) await once(parser, 'drain', { signal });
  }
  if (!signal.aborted) parser.end();
}

function malformed(cause: unknown): UnreadableForm {
  return new UnreadableForm('The form can not be read.', 400, { cause });
}
