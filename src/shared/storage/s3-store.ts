import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { AwsV4Signer } from 'aws4fetch';
import { DomainError } from '../kernel/errors.js';
import { FileDamaged, FileMissing, FileStore, pathOf, type ByteRange } from './file-store.js';
import type { ReceivedFile } from './received-file.js';
import { assertConfirmed, assertPartOfFile, contentOf, isMissing } from './s3-response.js';

interface Bucket {
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

/** Until the store begins to respond. A PUT has to send the file first. */
export const RESPONSE_TIMEOUT_MS = { GET: 10_000, DELETE: 10_000, PUT: 120_000 };

const MAX_RETRIES = 3;

/** Doubled with each retry. */
const RETRY_MS = 50;

interface Sent {
  headers?: Record<string, string>;
  body?: Blob;
}

/**
 * Stores files in a bucket of an S3-compatible store. URLs have the bucket in their path, which all such stores
 * support.
 */
export class S3Store extends FileStore {
  private readonly base: string;
  private readonly logger = new Logger('storage');
  /** Keys that are derived from the secret for each day. */
  private readonly signingKeys = new Map<string, ArrayBuffer>();

  constructor(private readonly bucket: Bucket) {
    super();
    this.base = `${bucket.endpoint}/${encodeURIComponent(bucket.bucket)}`;
  }

  /** The signature includes the hash of the content: the store rejects any other content. */
  async put({ id, path, sha256 }: ReceivedFile): Promise<void> {
    const headers = { 'x-amz-content-sha256': sha256, 'content-type': 'application/octet-stream' };
    await this.send('PUT', id, { body: await openAsBlob(path), headers }, assertConfirmed);
    await rm(path, { force: true });
  }

  async open(fileId: string, size: number, range?: ByteRange): Promise<Readable> {
    const headers: Record<string, string> = range ? { range: `bytes=${range.first}-${range.last}` } : {};
    const answer = await this.send('GET', fileId, { headers }, (given) =>
      assertPartOfFile(given, size, range),
    );
    return contentOf(answer);
  }

  async remove(fileId: string): Promise<void> {
    try {
      await this.send('DELETE', fileId, {}, assertConfirmed);
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
    }
  }

  /** `check` throws if the response, although its status is a success, is none. */
  private async send(
    method: keyof typeof RESPONSE_TIMEOUT_MS,
    fileId: string,
    sent: Sent,
    check: (answer: Response) => void | Promise<void>,
  ): Promise<Response> {
    const abortion = new AbortController();
    const timer = setTimeout(() => abortion.abort(), RESPONSE_TIMEOUT_MS[method]);
    try {
      const answer = await this.fetch(method, `${this.base}/${pathOf(fileId)}`, sent, abortion.signal);
      if (await isMissing(answer)) throw new FileMissing(fileId);
      if (!answer.ok) throw new Error(`The file store responded with ${answer.status}.`);
      await check(answer);
      return answer;
    } catch (error) {
      // Closes the connection, whatever the store still sends.
      abortion.abort();
      if (error instanceof FileMissing) throw error;
      this.logger.error({ msg: 'storage failed', method, fileId, error });
      if (error instanceof FileDamaged) throw error;
      throw new DomainError(
        'unavailable',
        'storage_unavailable',
        'The file store is not reachable; try again shortly.',
      );
    } finally {
      clearTimeout(timer);
    }
  }

  /** Retries while the store is overloaded or fails. */
  private async fetch(method: string, url: string, sent: Sent, signal: AbortSignal): Promise<Response> {
    for (let retries = 0; ; retries++) {
      const answer = await this.fetchConnected(method, url, sent, signal);
      if ((answer.status < 500 && answer.status !== 429) || retries === MAX_RETRIES) return answer;
      await answer.body?.cancel();
      await wait(Math.random() * RETRY_MS * 2 ** retries, undefined, { signal });
    }
  }

  /** Retries once if the connection broke: the store may have closed it just as it was reused. */
  private async fetchConnected(
    method: string,
    url: string,
    sent: Sent,
    signal: AbortSignal,
  ): Promise<Response> {
    try {
      return await this.fetchSigned(method, url, sent, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      return this.fetchSigned(method, url, sent, signal);
    }
  }

  /**
   * Without a `Request`, such as that of aws4fetch's own client: once it is garbage collected, nothing aborts its
   * exchange any more.
   */
  private async fetchSigned(
    method: string,
    url: string,
    { headers, body }: Sent,
    signal: AbortSignal,
  ): Promise<Response> {
    const { region, accessKey: accessKeyId, secretKey: secretAccessKey } = this.bucket;
    const access = { accessKeyId, secretAccessKey, region, service: 's3', cache: this.signingKeys };
    const signed = await new AwsV4Signer({ method, url, headers, ...access }).sign();
    // Files are for this store only, not for a server that it redirects to.
    return fetch(signed.url, { method, headers: signed.headers, body, redirect: 'manual', signal });
  }
}
