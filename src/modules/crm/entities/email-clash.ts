import { violatedUnique } from '../../../shared/database/driver/postgres-errors.js';
import { PreparedRead } from '../../../shared/database/records/prepared-reads.js';
import { ValueTaken, type FindHolder } from '../../../shared/database/transactions/value-taken.js';

/** Finds the person that has an address. */
export const personWithEmail = new PreparedRead<{ id: string }>(
  'person.with_email',
  'select id from person where tenant_id = $1 and email_key = $2 and deleted_at is null',
  { isShort: true },
);

/** Two persons of a tenant that are not deleted never have the same address, ignoring case (409). */
export function emailTaken(findHolder: FindHolder, pointer?: string): ValueTaken {
  const message = 'Another person has this email address.';
  const value = { code: 'email_taken', message, pointer, kind: 'person', scope: 'persons:read' } as const;
  return new ValueTaken(value, findHolder);
}

/** Whether the error is a violation of the unique index. */
export function isEmailClash(error: unknown): boolean {
  return violatedUnique(error) === 'person_email';
}
