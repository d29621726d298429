import { SECOND_MS } from '../kernel/durations.js';

/** More than any camera of a phone makes by default. A picture of this size is decoded in one or two seconds. */
export const MAX_PIXELS = 50_000_000;

/** An SVG is drawn within a square of this size at most. Its filters take longer the larger it is drawn. */
export const DRAWN_SVG_PIXELS = 512;

export const PICTURE_LIMITS = {
  /**
   * Memory of the process that decodes. JPEG, PNG, WebP and GIF with `MAX_PIXELS` need up to 380 MB; AVIF with half as
   * many pixels reaches the limit.
   */
  memoryBytes: 512 * 1024 * 1024,
  /** A question that is not answered by then ends the process that decodes. */
  answerMs: 5 * SECOND_MS,
  /** Starting Node and loading libvips takes 0.2 s; on an overloaded machine, a few seconds. */
  startMs: 20 * SECOND_MS,
  /** After this long without a question, the process ends and gives its memory back. */
  idleMs: 30 * SECOND_MS,
};

/** How long a question waits for its turn, and how many questions of one tenant wait. */
export const WAIT_MS = 30 * SECOND_MS;
export const MAX_WAITING = 24;
