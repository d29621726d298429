import { DomainError } from '../../kernel/errors.js';

/** 413: the body of a request, or all text fields of an upload, exceed `BODY_LIMIT`. */
export function bodyTooLarge(limit: number, what: 'body' | 'fields' = 'body'): DomainError {
  const verb = what === 'body' ? 'is' : 'are';
  return new DomainError('too_large', 'body_too_large', `The ${what} ${verb} larger than ${limit} bytes.`);
}

/** 413: the file of an upload exceeds `UPLOAD_LIMIT`. */
export function fileTooLarge(limit: number): DomainError {
  return new DomainError('too_large', 'file_too_large', `The file is larger than ${limit} bytes.`);
}
