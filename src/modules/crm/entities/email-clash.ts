import { violatedUnique } from '../../../shared/database/driver/postgres-errors.js';
import { conflict, type DomainError } from '../../../shared/kernel/errors.js';

/** Two persons of a tenant that are not deleted never have the same address, ignoring case (409). */
export function emailTaken(): DomainError {
  return conflict('email_taken', 'Another person has this email address.');
}

/** Translates a violation of the unique index into the error of the API. */
export function asEmailClash(error: unknown): unknown {
  return violatedUnique(error) === 'person_email' ? emailTaken() : error;
}
