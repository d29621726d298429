import { DomainError } from '../kernel/errors.js';
import { MAX_PIXELS } from './picture-limits.js';
import { DECODED_TYPES, type PictureFaultReason } from './picture-questions.js';

const CAUSES: Record<Exclude<PictureFaultReason, 'too_many_pixels'>, string> = {
  without_size: 'it has no size',
  unreadable: 'its content is damaged, cut off, or of another type',
  crashed: 'the decoder failed',
  too_slow: 'decoding takes too long',
  too_much_memory: 'decoding needs too much memory',
};

/** A file that can't be used as a picture, whatever is tried again. */
export class PictureFault extends Error {
  override readonly name = 'PictureFault';

  constructor(
    readonly reason: PictureFaultReason,
    detail: string,
  ) {
    super(`${reason}: ${detail}`);
  }

  /** 413 or 415 for the caller who sent the file. */
  toProblem(mediaType: string): DomainError {
    const allowed = `allowed are pictures of up to ${MAX_PIXELS / 1_000_000} megapixels`;
    if (this.reason === 'too_many_pixels')
      return new DomainError('too_large', 'picture_too_large', `The picture is too large; ${allowed}.`);
    return new DomainError(
      'unsupported_media',
      'picture_unreadable',
      `The file can't be read as ${mediaType}: ${CAUSES[this.reason]}; ${allowed} as ${DECODED_TYPES.join(', ')}.`,
    );
  }
}
