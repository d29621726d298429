import type { Client } from 'pg';
import { fill, LONG_LIST, NOW } from './fill.ts';

export async function seedLinks(client: Client, tenantId: string, audienceId: string): Promise<void> {
  await fill(client, tenantId, {
    table: 'tenant_domain',
    count: LONG_LIST,
    columns: {
      domain: `'pages-' || n || '.example'`,
      proof_token: `md5(n::text)`,
      is_proven: 'true',
      ...NOW,
    },
  });
  await fill(client, tenantId, {
    table: 'page_link',
    count: LONG_LIST,
    columns: {
      path: `'/path/' || n`,
      path_hash: `sha256(('/path/' || n)::bytea)`,
      audience_id: `'${audienceId}'::uuid`,
      ...NOW,
    },
  });
}
