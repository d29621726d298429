import { DomainError } from '../kernel/errors.js';

/** The disk is full, the quota is used up, or the file is at its maximum size. */
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** For a file of this process. `isDiskFull` is the same for the disk of the database. */
export function hasNoSpace(error: unknown): boolean {
  return FULL.includes((error as NodeJS.ErrnoException | undefined)?.code ?? '');
}

/** The error for the caller, if an error of the disk is due to lack of space. */
export function refusedByDisk(error: unknown): unknown {
  if (!hasNoSpace(error)) return error;
  return new DomainError('storage_full', 'storage_full', 'The disk for files is full.');
}
