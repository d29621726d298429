import { invalid, unknownReference, type DomainError } from '../../../shared/kernel/errors.js';

/** A log entry names its account by id or by domain (400). */
export function assertNamesAccount({ accountId, domain }: { accountId?: string; domain?: string }): void {
  if (accountId !== undefined || domain !== undefined) return;
  const message = 'accountId or domain is required to identify the account.';
  throw invalid([{ pointer: '/accountId', code: 'required', message }]);
}

/** The account that a log entry names by id does not exist (422). */
export function unknownAccount(accountId: string): DomainError {
  const named = { kind: 'account', id: accountId } as const;
  return unknownReference('unknown_account', '/accountId', 'There is no such account.', named);
}
