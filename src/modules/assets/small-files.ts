import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { FileStore } from '../../shared/storage/file-store.js';
import { VerifiedContent } from '../../shared/storage/verified-content.js';

/** Larger files are streamed. Most variants are smaller. */
const SMALL_BYTES = 256 * 1024;

const KEPT_BYTES = 32 * 1024 * 1024;

interface WantedFile {
  size: number;
  sha256: string;
}

/**
 * The content of small files that visitors open, in memory: the site serves the same few pictures again and again. A
 * file never changes, so it is read and verified once.
 */
@Injectable()
export class SmallFiles {
  private readonly kept = new LRUCache<string, Promise<Buffer>>({
    maxSize: KEPT_BYTES,
    maxEntrySize: SMALL_BYTES,
  });

  constructor(private readonly store: FileStore) {}

  static isSmall(size: number): boolean {
    return size <= SMALL_BYTES;
  }

  read(fileId: string, { size, sha256 }: WantedFile): Promise<Buffer> {
    const known = this.kept.get(fileId);
    if (known) return known;
    const content = this.load(fileId, { size, sha256 });
    this.kept.set(fileId, content, { size: Math.max(size, 1) });
    // A store that is away is asked again.
    content.catch(() => this.kept.delete(fileId));
    return content;
  }

  private async load(fileId: string, { size, sha256 }: WantedFile): Promise<Buffer> {
    const parts: Buffer[] = [];
    const stored = await this.store.open(fileId, size);
    await pipeline(stored, new VerifiedContent({ length: size, sha256 }), async (content) => {
      for await (const part of content as AsyncIterable<Buffer>) parts.push(part);
    });
    return Buffer.concat(parts);
  }
}
