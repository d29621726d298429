import type { Client } from 'pg';
import { fill, LONG_LIST, NOW } from './fill.ts';

const TRASHED = 100_000;

const ASSET = {
  name: `'Picture ' || n`,
  purpose: `'Shows thing ' || n % 500`,
  tags: `array['brand', 'season-' || n % 4]`,
  hidden: 'false',
  kind: `(array['image', 'logo', 'icon'])[n % 3 + 1]`,
  file_id: 'gen_random_uuid()',
  media_type: `'image/png'`,
  file_size: '1000',
  file_hash: `md5(n::text)`,
  search_text: `lower('Picture ' || n || ' shows thing ' || n % 500)`,
  ...NOW,
};

export async function seedAssets(client: Client, tenantId: string): Promise<void> {
  await fill(client, tenantId, { table: 'asset', count: LONG_LIST, columns: ASSET });
  await fill(client, tenantId, {
    table: 'asset',
    count: TRASHED,
    columns: { ...ASSET, trashed_at: `now() - n * interval '1 second'` },
  });
}
