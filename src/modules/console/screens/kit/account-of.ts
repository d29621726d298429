import type { Account, WithDates } from '@foyer/client';
import type { Api } from '../../calling/api-caller.js';
import { ifAllowed } from './screen.js';

/** As many accounts as a search for a domain looks through: it also finds domains that contain it. */
const MOST_ACCOUNTS = 100;

/** The account of a domain; undefined if there is none, or if the key may not read accounts. */
export async function accountOf(api: Api, domain: string | null): Promise<WithDates<Account> | undefined> {
  if (domain === null) return undefined;
  const found = await ifAllowed(api.accounts.list({ query: domain, limit: MOST_ACCOUNTS }));
  return found?.items.find((account) => account.domain === domain);
}
