import { DomainError } from '../kernel/errors.js';

/** The disk is full, the quota is used up, or the file is at its maximum size. */
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** The error for the caller, if an error of the disk is due to lack of space. */
export function refusedByDisk(error: unknown): unknown {
  if (!FULL.includes((error as NodeJS.ErrnoException).code ?? '')) return error;
  return new DomainError('storage_full', 'storage_full', 'The disk for files is full.');
}
