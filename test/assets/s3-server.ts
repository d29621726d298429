import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const BUCKET = {
  S3_BUCKET: 'bucket',
  S3_REGION: 'eu-test-1',
  S3_ACCESS_KEY: 'AKIATEST',
  S3_SECRET_KEY: 'secret/of+tests',
};

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

/** How the store answers one request, whatever is asked. */
export type StoreWay = (req: IncomingMessage, res: ServerResponse) => void;

/** A store that speaks as much S3 as we use, and checks every signature by its own reckoning. */
export class S3Server {
  readonly objects = new Map<string, Buffer>();
  /** What was asked, in order, with the status that was answered. */
  readonly asked: string[] = [];
  /** Statuses to answer with before anything else. */
  readonly failures: number[] = [];
  /** How the next requests are answered, before anything else. */
  readonly ways: StoreWay[] = [];
  /** How many requests are to be cut off without an answer. */
  hangUps = 0;
  hasBucket = true;
  /** Some proxies answer the whole in place of a part. */
  knowsRanges = true;
  secretKey = BUCKET.S3_SECRET_KEY;
  private readonly server: Server;

  constructor() {
    this.server = createServer((req, res) => void this.answer(req, res));
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (this.hangUps > 0) return this.hangUp(req);
    const way = this.ways.shift();
    if (way) return way(req, res);
    res.statusCode =
      this.failures.shift() ?? (isSigned(req, body, this.secretKey) ? this.serve(req, res, body) : 403);
    this.asked.push(`${req.method} ${res.statusCode}`);
    res.end(this.bodyOf(req, res.statusCode));
  }

  private hangUp(req: IncomingMessage): void {
    this.hangUps--;
    this.asked.push(`${req.method} cut off`);
    req.socket.destroy();
  }

  private bodyOf(req: IncomingMessage, status: number): Buffer | string | undefined {
    if (status === 404) return `<Error><Code>${this.hasBucket ? 'NoSuchKey' : 'NoSuchBucket'}</Code></Error>`;
    if (status === 206) return this.part(req);
    return status === 200 ? this.objects.get(req.url!) : undefined;
  }

  private serve(req: IncomingMessage, res: ServerResponse, body: Buffer): number {
    const key = req.url!;
    if (!this.hasBucket || !key.startsWith(`/${BUCKET.S3_BUCKET}/`)) return 404;
    if (req.method === 'PUT') {
      // S3 does not take a body of unknown length.
      if (req.headers['content-length'] !== String(body.length)) return 411;
      this.objects.set(key, body);
      return 201;
    }
    if (req.method === 'DELETE') {
      this.objects.delete(key);
      return 204;
    }
    if (!this.objects.has(key)) return 404;
    res.setHeader('etag', `"${sha256(this.objects.get(key)!).slice(0, 32)}"`);
    if (!req.headers.range || !this.knowsRanges) return 200;
    const size = this.objects.get(key)!.length;
    res.setHeader('content-range', `${req.headers.range.replace('=', ' ')}/${size}`);
    return 206;
  }

  private part(req: IncomingMessage): Buffer {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(req.headers.range!)!;
    return this.objects.get(req.url!)!.subarray(Number(first), Number(last) + 1);
  }
}

/** AWS Signature Version 4, from its description. */
function isSigned(req: IncomingMessage, body: Buffer, secretKey: string): boolean {
  const pattern = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
  const [, credential, names, signature] = pattern.exec(req.headers.authorization ?? '') ?? [];
  const [accessKey, day, region, service, end] = credential?.split('/') ?? [];
  const date = String(req.headers['x-amz-date']);
  const hash = String(req.headers['x-amz-content-sha256']);
  const scope = [day, region, service, end].join('/');
  if (accessKey !== BUCKET.S3_ACCESS_KEY || !date.startsWith(String(day))) return false;
  if (scope !== `${day}/${BUCKET.S3_REGION}/s3/aws4_request`) return false;
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => names!.split(';').includes(name)))
    return false;
  // What is written must be what was signed.
  if (req.method === 'PUT' ? hash !== sha256(body) : hash !== 'UNSIGNED-PAYLOAD') return false;
  const headers = names!.split(';').map((name) => `${name}:${String(req.headers[name]).trim()}\n`);
  const canonical = [req.method, req.url, '', headers.join(''), names, hash].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const key = [region!, service!, end!].reduce(hmac, hmac(`AWS4${secretKey}`, day!));
  return hmac(key, toSign).toString('hex') === signature;
}
