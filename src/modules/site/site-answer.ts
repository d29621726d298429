import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Fault } from '../../shared/kernel/errors.js';
import { etagOf } from '../../shared/kernel/precondition.js';

/** A page is compressed once, when it is first asked for: level 11 would take longer than the page itself. */
const BROTLI_QUALITY = 6;

const compress = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body),
};

export type Encoding = keyof typeof compress;

/** Why there is no page. */
export interface SiteFailure {
  code: string;
  detail: string;
  /** What was wrong with what was sent, where it was JSON. */
  errors?: readonly Fault[];
}

export interface SiteAnswerParts {
  status: number;
  html: string;
  /** The content security policy. */
  policy: string;
  failure?: SiteFailure;
}

/** What a visitor is sent, in each encoding in which it was asked for so far. */
export class SiteAnswer {
  readonly status: number;
  readonly body: Buffer;
  readonly etag: string;
  readonly policy: string;
  readonly failure: SiteFailure | undefined;
  private readonly encoded = new Map<Encoding, Buffer>();
  /** What is being encoded. */
  private readonly encodings = new Map<Encoding, Promise<Buffer>>();

  constructor({ status, html, policy, failure }: SiteAnswerParts) {
    this.status = status;
    this.body = Buffer.from(html);
    // The policy is part of the state: a 304 tells a browser to go on with what it has.
    this.etag = etagOf(policy + html);
    this.policy = policy;
    this.failure = failure;
  }

  get isPage(): boolean {
    return this.failure === undefined;
  }

  /** About as many as it takes in memory, with its other encodings. */
  get bytes(): number {
    return 2 * this.body.length + 1000;
  }

  /** Undefined where it was not asked for in this encoding before. */
  ready(encoding: Encoding | undefined): Buffer | undefined {
    return encoding ? this.encoded.get(encoding) : this.body;
  }

  /** Those who ask at the same moment have it encoded once. */
  async in(encoding: Encoding | undefined): Promise<Buffer> {
    const ready = this.ready(encoding);
    if (ready || !encoding) return ready!;
    const work = this.encodings.get(encoding) ?? compress[encoding](this.body);
    this.encodings.set(encoding, work);
    try {
      const encoded = await work;
      this.encoded.set(encoding, encoded);
      return encoded;
    } finally {
      this.encodings.delete(encoding);
    }
  }
}
