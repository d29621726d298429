import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Fault } from '../../shared/kernel/errors.js';
import { etagOf } from '../../shared/kernel/precondition.js';
import type { PictureState } from '../assets/index.js';
import type { FormProps, ReturnedForm } from './rendering/form.js';
import { renderReturned } from './rendering/render.js';

/** A page is compressed at its first request: level 11 would take longer than rendering the page. */
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
  /** The faults in a JSON body. */
  errors?: readonly Fault[];
}

export interface SiteAnswerParts {
  status: number;
  html: string;
  /** The content security policy. */
  policy: string;
  failure?: SiteFailure;
  /** The form of the page. */
  form?: FormProps;
  pictures?: PictureState;
}

const NO_PICTURES: PictureState = { assetIds: [], stamp: '' };

/** A response for visitors, in each encoding that was requested so far. */
export class SiteAnswer {
  readonly status: number;
  readonly body: Buffer;
  readonly etag: string;
  readonly policy: string;
  readonly failure: SiteFailure | undefined;
  /** The pictures that the page shows. */
  readonly pictures: PictureState;
  private readonly form: FormProps | undefined;
  private readonly encoded = new Map<Encoding, Buffer>();
  /** Encodings in progress. */
  private readonly encodings = new Map<Encoding, Promise<Buffer>>();

  constructor({ status, html, policy, failure, form, pictures = NO_PICTURES }: SiteAnswerParts) {
    this.status = status;
    this.body = Buffer.from(html);
    // The ETag covers the policy, because after a 304 a browser keeps the old policy.
    this.etag = etagOf(policy + html);
    this.policy = policy;
    this.failure = failure;
    this.form = form;
    this.pictures = pictures;
  }

  get isPage(): boolean {
    return this.failure === undefined;
  }

  /** The same page with its form as a visitor sent it. Only the form is rendered. */
  returning(returned: ReturnedForm): SiteAnswer {
    const page = this.body.toString();
    const html = this.form ? renderReturned(page, this.form, returned) : page;
    return new SiteAnswer({ status: 422, html, policy: this.policy });
  }

  /** The estimated size in memory, including all encodings. */
  get bytes(): number {
    return 2 * this.body.length + 1000;
  }

  /** Undefined if this encoding was not requested before. */
  ready(encoding: Encoding | undefined): Buffer | undefined {
    return encoding ? this.encoded.get(encoding) : this.body;
  }

  /** Concurrent requests share one compression. */
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
