import { DomainError } from '../kernel/errors.js';

/** No room on the disk, a quota that is used up, a file that may not grow any further. */
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** What the caller is told of an error of the disk, where that is for want of room. */
export function refusedByDisk(error: unknown): unknown {
  if (!FULL.includes((error as NodeJS.ErrnoException).code ?? '')) return error;
  return new DomainError('storage_full', 'storage_full', 'There is no room left for files.');
}
