import { violatedUnique } from '../../../shared/database/driver/postgres-errors.js';
import { conflict, type DomainError } from '../../../shared/kernel/errors.js';

/** Two persons of a tenant that are not deleted never have the same address, whatever its case (409). */
export function emailTaken(): DomainError {
  return conflict('email_taken', 'Another person has this email address.');
}

/** What to throw instead of a violation of the index that guards the rule. */
export function asEmailClash(error: unknown): unknown {
  return violatedUnique(error) === 'person_email' ? emailTaken() : error;
}
