import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Fault } from '../../../shared/kernel/errors.js';
import { etagOf } from '../../../shared/kernel/precondition.js';
import type { PictureState } from '../../assets/index.js';
import type { LinkPicture } from '../link-pictures/link-picture.js';
import type { ReturnedForm } from '../rendering/form.js';
import { renderReturned, type PageForm } from '../rendering/render.js';
import type { SiteLanguage } from '../words/site-languages.js';

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
  /** In the visitor's language. */
  detail: string;
  /** The faults in a JSON body. */
  errors?: readonly Fault[];
}

/** Whether there are answers to questions of visitors, when the page was rendered. */
export interface PossibleAnswers {
  /** The topics of the page; undefined: all. */
  topicIds: readonly string[] | undefined;
  exist: boolean;
}

export interface SiteAnswerParts {
  status: number;
  html: string;
  /** The content security policy. */
  policy: string;
  failure?: SiteFailure;
  /** The language of the site's words, if another visitor gets other ones at this address. */
  variant?: SiteLanguage;
  /** The form of the page. */
  form?: PageForm;
  pictures?: PictureState;
  answers?: PossibleAnswers;
  linkPicture?: LinkPicture;
}

const NO_PICTURES: PictureState = { assetIds: [], stamp: '' };

const NO_ANSWERS: PossibleAnswers = { topicIds: [], exist: false };

/** A response for visitors, in each encoding that was requested so far. */
export class SiteAnswer {
  readonly status: number;
  readonly body: Buffer;
  readonly etag: string;
  readonly policy: string;
  readonly failure: SiteFailure | undefined;
  readonly variant: SiteLanguage | undefined;
  /** The pictures that the page shows. */
  readonly pictures: PictureState;
  readonly answers: PossibleAnswers;
  /** The picture that the site draws for links to the page. */
  readonly linkPicture: LinkPicture | undefined;
  private readonly form: PageForm | undefined;
  private readonly encoded = new Map<Encoding, Buffer>();
  /** Encodings in progress. */
  private readonly encodings = new Map<Encoding, Promise<Buffer>>();

  constructor(parts: SiteAnswerParts) {
    const { status, html, policy, failure, variant, form, linkPicture } = parts;
    const { pictures = NO_PICTURES, answers = NO_ANSWERS } = parts;
    this.status = status;
    this.body = Buffer.from(html);
    // The ETag covers the policy, because after a 304 a browser keeps the old policy.
    this.etag = etagOf(policy + html);
    this.policy = policy;
    this.failure = failure;
    this.variant = variant;
    this.form = form;
    this.pictures = pictures;
    this.answers = answers;
    this.linkPicture = linkPicture;
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

  /** The estimated size in memory, including all encodings; 0 for a notice, which many paths share. */
  get bytes(): number {
    return this.isPage ? 2 * this.body.length + 1000 : 0;
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
