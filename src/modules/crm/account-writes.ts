import { PreparedWrite } from '../../shared/database/prepared-writes.js';

/** Of those who make the account of one domain at once, one does; the others wait until it is there. */
export const insertAccount = new PreparedWrite(
  'account.insert',
  `insert into account (tenant_id, id, domain, name, search_text, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $6)
   on conflict (tenant_id, domain) do nothing`,
);
