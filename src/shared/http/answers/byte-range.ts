import type { Request } from 'express';
import type { ByteRange } from '../../storage/file-store.js';

/** The file is too short for the range. */
export const UNSATISFIABLE = Symbol('unsatisfiable');

/** The part of a file that a request asks for. If `If-Range` names another state of the file: the whole file. */
export function rangeFor(req: Request, etag: string, size: number): ReturnType<typeof rangeOf> {
  const condition = req.get('if-range');
  if (req.method !== 'GET' || (condition !== undefined && condition.trim() !== etag)) return undefined;
  return rangeOf(req.get('range'), size);
}

const ONE_RANGE = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i;

/**
 * RFC 9110, 14.2. Several ranges, other units and malformed ranges are ignored: the answer is then the whole file.
 * (Express's `req.range` leads to a 416 for `bytes=5-1`, and for a suffix that is longer than the file.)
 */
export function rangeOf(
  header: string | undefined,
  size: number,
): ByteRange | typeof UNSATISFIABLE | undefined {
  const [, from, to] = ONE_RANGE.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (!from && !to)) return undefined;
  const last = from && to ? Math.min(Number(to), size - 1) : size - 1;
  const first = from ? Number(from) : Math.max(0, size - Number(to));
  if (from && to && Number(to) < Number(from)) return undefined;
  return first < size ? { first, last } : UNSATISFIABLE;
}
