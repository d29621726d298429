import { wireTime, wireTimeOrNull } from '../../shared/kernel/wire-time.js';
import { wireId } from '../../shared/kernel/ids.js';
import type { AccountView } from './accounts.dto.js';
import { personView, type PersonRecord } from './person-views.js';

/** What the view of an account is made from. */
export interface AccountRecord {
  id: string;
  domain: string;
  name?: string | null;
  createdAt: Date | number;
  updatedAt: Date | number;
  latestActivityAt: number | null;
  linkedPersons: readonly PersonRecord[];
}

export function accountView(account: AccountRecord): AccountView {
  return {
    accountId: wireId('account', account.id),
    domain: account.domain,
    name: account.name ?? null,
    createdAt: wireTime(account.createdAt),
    updatedAt: wireTime(account.updatedAt),
    latestActivityAt: wireTimeOrNull(account.latestActivityAt),
    linkedPersons: account.linkedPersons.map(personView),
  };
}
