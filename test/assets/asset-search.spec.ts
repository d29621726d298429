import { Client } from 'pg';
import { assetSearch, trashSearch } from '../../src/modules/assets/dto/asset-reads.js';
import type { AssetView } from '../../src/modules/assets/dto/assets.dto.js';
import { useTestService } from '../support/test-service.js';
import { made } from './support.js';

const { service, api, strangerApi } = useTestService();

async function found(query: string): Promise<string[]> {
  const path = `/v0/assets/search?query=${encodeURIComponent(query)}`;
  const { body } = await strangerApi.get(path).expect(200);
  return (body.items as AssetView[]).map(({ name }) => name);
}

describe('GET /v0/assets/search', () => {
  beforeAll(async () => {
    const names = ['Ägypten', 'ΟΔΥΣΣΕΥΣ', 'Plain 日本語', 'Mixed CASE'];
    for (const name of names)
      await made(service, { fields: { name, tags: ['x', 'yellow'] } }, service.stranger);
  });

  it.each([
    ['ägy', ['Ägypten']],
    ['A\u0308GYPTEN', ['Ägypten']],
    ['οδυσσευς', ['ΟΔΥΣΣΕΥΣ']],
    ['Σ', ['ΟΔΥΣΣΕΥΣ']],
    ['日本語', ['Plain 日本語']],
    ['本', ['Plain 日本語']],
    ['mixed case', ['Mixed CASE']],
    ['d c', ['Mixed CASE']],
    ['yellow', ['Mixed CASE', 'Plain 日本語', 'ΟΔΥΣΣΕΥΣ', 'Ägypten']],
    ['xyellow', []],
    ['x\u001fyellow', []],
    ['%', []],
  ])('finds by %j', async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it('finds what an asset is called now', async () => {
    const { assetId } = await made(service, { fields: { name: 'Before' } }, service.stranger);
    await strangerApi.patch(`/v0/assets/${assetId}`, { name: 'Afterwards' }).expect(200);
    expect([await found('before'), await found('afterwards')]).toEqual([[], ['Afterwards']]);
    await strangerApi.delete(`/v0/assets/${assetId}`).expect(200);
    expect(await found('afterwards')).toEqual([]);
  });

  it('finds by each text of an asset, when it is new and when another text was changed', async () => {
    const texts = { name: 'Texts', purpose: 'Purposeful', tags: ['tagged'], aiDescription: 'A lighthouse' };
    const { assetId } = await made(service, { fields: texts }, service.stranger);
    const words = ['texts', 'purposeful', 'tagged', 'lighthouse'];
    for (const word of words) expect([word, await found(word)]).toEqual([word, ['Texts']]);
    await strangerApi.patch(`/v0/assets/${assetId}`, { hidden: true }).expect(200);
    for (const word of words) expect([word, await found(word)]).toEqual([word, ['Texts']]);
  });

  it('needs a query', async () => {
    await api.get('/v0/assets/search').expect(400);
    await api.get('/v0/assets/search?query=').expect(400);
  });
});

describe('the plan of a search', () => {
  let client: Client;

  beforeAll(async () => {
    client = new Client({ connectionString: service.databaseUrl });
    await client.connect();
    await client.query(
      `insert into asset (id, tenant_id, name, purpose, tags, hidden, kind, file_id, media_type, file_size, file_hash,
         search_text, created_at, updated_at, trashed_at)
       select gen_random_uuid(), $1, 'n', 'p', '{}', false, 'image', gen_random_uuid(), 'image/png', 1, 'x',
         'asset ' || n, now(), now(), case when n % 2 = 0 then now() end from generate_series(1, 10000) n`,
      [service.home.id],
    );
    await client.query('analyze asset');
  });
  afterAll(() => client.end());

  it.each([
    ['asset_search', assetSearch],
    ['asset_trash_search', trashSearch],
  ])('goes by %s, whether planned for one pattern or for any', async (index, list) => {
    await client.query(`prepare ${index} (uuid, int, text) as ${list.statement('first', ['pattern']).text}`);
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await client.query(`set plan_cache_mode = ${mode}`);
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain execute ${index} ('${service.home.id}', 21, '%logo%')`,
      );
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(`Bitmap Index Scan on ${index}`);
    }
  });
});
