import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Logger } from '@nestjs/common';
import { AwsClient } from 'aws4fetch';
import { DomainError } from '../kernel/errors.js';
import { FileMissing, FileStore, pathOf, type ByteRange } from './file-store.js';
import type { ReceivedFile } from './received-file.js';

interface Bucket {
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

/** Until the store begins to respond. A PUT has to send the file first. */
const TIMEOUT_MS = { GET: 10_000, DELETE: 10_000, PUT: 120_000 };

const MAX_RETRIES = 3;

const PARTIAL_CONTENT = 206;

/** A 404 without this code has another cause: the bucket is missing, or another server responds. */
const NO_SUCH_KEY = '<Code>NoSuchKey</Code>';

/**
 * Stores files in a bucket of an S3-compatible store. URLs have the bucket in their path, which all such stores
 * support.
 */
export class S3Store extends FileStore {
  private readonly client: AwsClient;
  private readonly base: string;
  private readonly logger = new Logger('storage');

  constructor({ endpoint, bucket, region, accessKey, secretKey }: Bucket) {
    super();
    this.base = `${endpoint}/${encodeURIComponent(bucket)}`;
    this.client = new AwsClient({
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      region,
      service: 's3',
      retries: MAX_RETRIES,
    });
  }

  /** The signature includes the hash of the content: the store rejects any other content. */
  async put({ id, path, sha256 }: ReceivedFile): Promise<void> {
    const answer = await this.send('PUT', id, {
      body: await openAsBlob(path),
      headers: { 'x-amz-content-sha256': sha256, 'content-type': 'application/octet-stream' },
    });
    await answer.body?.cancel();
    await rm(path, { force: true });
  }

  async open(fileId: string, range?: ByteRange): Promise<Readable> {
    const headers: Record<string, string> = range ? { range: `bytes=${range.first}-${range.last}` } : {};
    const { body } = await this.send('GET', fileId, { headers }, range ? PARTIAL_CONTENT : undefined);
    return body ? Readable.fromWeb(body as ReadableStream) : Readable.from([]);
  }

  async remove(fileId: string): Promise<void> {
    try {
      const answer = await this.send('DELETE', fileId, {});
      await answer.body?.cancel();
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
    }
  }

  private async send(
    method: keyof typeof TIMEOUT_MS,
    fileId: string,
    init: RequestInit,
    wanted?: number,
  ): Promise<Response> {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), TIMEOUT_MS[method]);
    const url = `${this.base}/${pathOf(fileId)}`;
    try {
      const answer = await this.fetch(url, { ...init, method }, deadline.signal);
      if (wanted ? answer.status === wanted : answer.ok) return answer;
      if (await isMissing(answer)) throw new FileMissing(fileId);
      throw new Error(`The file store responded with ${answer.status}.`);
    } catch (error) {
      if (error instanceof FileMissing) throw error;
      this.logger.error({ msg: 'storage failed', method, fileId, error });
      throw new DomainError(
        'unavailable',
        'storage_unavailable',
        'The file store is not reachable; try again shortly.',
      );
    } finally {
      clearTimeout(timer);
    }
  }

  /** Retries once if the connection broke: the store may have closed it just as it was reused. */
  private async fetch(url: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
    try {
      return await this.client.fetch(url, { ...init, signal });
    } catch (error) {
      if (signal.aborted) throw error;
      return this.client.fetch(url, { ...init, signal });
    }
  }
}

async function isMissing(answer: Response): Promise<boolean> {
  if (answer.status === 404) return (await answer.text()).includes(NO_SUCH_KEY);
  await answer.body?.cancel();
  return false;
}
