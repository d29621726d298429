import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import sharp from 'sharp';
import { ShownPicturesApi } from '../../src/modules/assets/index.js';
import { assetMigrations } from '../../src/modules/assets/assets.migration.js';
import { makeMissingVariants, makeVariants } from '../../src/modules/assets/variants/variants.jobs.js';
import type { AssetView } from '../../src/modules/assets/dto/assets.dto.js';
import { inContext } from '../../src/shared/database/transactions/work-context.js';
import { statementsOf } from '../../src/shared/database/schema/migration-hashes.js';
import { clock } from '../../src/shared/kernel/clock.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import { Pictures } from '../../src/shared/pictures/pictures.js';
import { FileUrls } from '../../src/shared/storage/file-urls.js';
import { pathOf } from '../../src/shared/storage/file-store.js';
import { RemoveOrphansHandler } from '../../src/shared/storage/remove-orphans.handler.js';
import { animatedPng, animationOf, pictureOf, plain, svgOf } from '../support/picture-files.js';
import { HeldTransaction } from '../support/held-transaction.js';
import { KILLED, StepwiseWorker } from '../support/stepwise-worker.js';
import { useTestService, type TestTenant } from '../support/test-service.js';
import { CONTENT, filesOf, made, orphanCount } from './support.js';
import { until } from '../support/until.js';

const HOUR = 3_600_000;

const VariantPurposes = assetMigrations.find(({ name }) => name.endsWith('VariantPurposes'))!;

const { service, api } = useTestService();
let worker: StepwiseWorker;

beforeAll(() => {
  worker = new StepwiseWorker(service);
});
beforeEach(() => worker.forgetAll());
afterEach(() => jest.restoreAllMocks());

const read = async (assetId: string, { api }: TestTenant = service.home) =>
  (await api.get(`/v0/assets/${assetId}`).expect(200)).body as AssetView;

/** An asset with its variants. */
async function processed(content: Buffer, tenant?: TestTenant): Promise<AssetView> {
  const { assetId } = await made(service, { content }, tenant);
  await worker.work(makeVariants);
  return read(assetId, tenant);
}

/** The pictures that pages show, with tokens of their files. */
const shown = (assetIds: string[], { id }: TestTenant = service.home) =>
  inContext({ tenantId: id }, async () => {
    const api = service.app.get(ShownPicturesApi);
    const sign = await api.signer();
    const withToken = <File extends { fileId: string }>(file: File) => ({
      ...file,
      token: sign(file.fileId),
    });
    const found = [...(await api.find(assetIds))].filter(([, { hidden }]) => !hidden);
    return new Map(
      found.map(([assetId, picture]) => [
        assetId,
        { ...withToken(picture), variants: picture.variants.map(withToken) },
      ]),
    );
  });

const onSite = (token: string) => fetch(`${service.siteUrl}/_foyer/files/${token}`);
const onApi = (token: string) => fetch(`${service.url}/files/${token}`);
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const later = (ms: number) => {
  const time = Date.now() + ms;
  jest.spyOn(clock, 'now').mockImplementation(() => new Date(time));
};

async function variantCount(assetId: string): Promise<number> {
  const values = [uuidOf('asset', assetId)];
  return (await service.pool.query('select from asset_variant where asset_id = $1', values)).rowCount!;
}

/** Every file belongs to an asset or a variant, and there is each of theirs. */
async function expectNoOrphans(): Promise<void> {
  later(2 * HOUR);
  await service.app.get(RemoveOrphansHandler).handle();
  jest.restoreAllMocks();
  const { rows } = await service.pool.query<{ id: string }>(
    'select file_id as id from asset union all select file_id from asset_variant',
  );
  expect(await filesOf(service)).toEqual(rows.map(({ id }) => id).sort());
  expect(await orphanCount(service)).toBe(0);
}

describe('the variants of a picture', () => {
  it('are upright, without metadata and not larger than it, as WebP and as JPEG', async () => {
    const content = await plain({ width: 500, height: 1000 })
      .jpeg()
      .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'the secret place' } } })
      .toBuffer();
    const { assetId, width, height, data } = await processed(content);
    expect([width, height]).toEqual([1000, 500]);
    const picture = (await shown([assetId])).get(assetId)!;
    expect(picture).toMatchObject({ width: 1000, height: 500, mediaType: 'image/jpeg' });
    expect((await bytesOf(await onSite(picture.token))).equals(content)).toBe(true);
    expect(picture.variants.map(({ mediaType, width, height }) => [mediaType, width, height])).toEqual([
      ['image/webp', 320, 160],
      ['image/jpeg', 320, 160],
      ['image/webp', 640, 320],
      ['image/jpeg', 640, 320],
      ['image/webp', 1000, 500],
      ['image/jpeg', 1000, 500],
    ]);
    for (const { token, mediaType, width } of picture.variants) {
      const answer = await onSite(token);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, mediaType]);
      const facts = await sharp(await bytesOf(answer)).metadata();
      expect([facts.width, `image/${facts.format}`, facts.exif]).toEqual([width, mediaType, undefined]);
    }
    expect(data.type).toBe('image');
  });

  it('are PNG instead of JPEG if it has transparency, and have four widths if it is large', async () => {
    const content = await pictureOf('png', { width: 2400, height: 100, background: '#ff000080' });
    const { assetId } = await processed(content);
    const { variants } = (await shown([assetId])).get(assetId)!;
    expect(variants.map(({ mediaType, width }) => `${mediaType} ${width}`)).toEqual(
      [320, 640, 1280, 1920].flatMap((width) => [`image/webp ${width}`, `image/png ${width}`]),
    );
    const answer = await bytesOf(await onSite(variants[0]!.token));
    expect((await sharp(answer).metadata()).hasAlpha).toBe(true);
  });

  it.each([
    ['an animation', () => animationOf('gif')],
    ['an animated PNG', async () => animatedPng()],
    ['an SVG', async () => svgOf('<rect width="64" height="64" fill="red"/>', 'viewBox="0 0 8 4"')],
  ])('of %s are a preview alone', async (_, content) => {
    const { assetId, previewDownloadUrl } = await processed(await content());
    expect((await shown([assetId])).get(assetId)!.variants).toEqual([]);
    expect((await fetch(service.url + previewDownloadUrl)).headers.get('content-type')).toBe('image/webp');
    expect(await variantCount(assetId)).toBe(1);
  });

  it.each([
    ['an animated icon', () => animationOf('webp'), 'touch'],
    ['an SVG icon', async () => svgOf('<g/>'), 'touch'],
    ['a WebP icon', () => pictureOf('webp'), 'page'],
    ['a PNG icon', () => pictureOf('png'), undefined],
  ])('of %s are no still pictures for pages, but one for home screens', async (_, content, purpose) => {
    const { assetId, data } = await made(service, { content: await content(), fields: { type: 'icon' } });
    await worker.work(makeVariants);
    const { variants, touchFileId } = (await shown([assetId])).get(assetId)!;
    expect(variants.length > 0).toBe(purpose !== 'touch');
    const { rows } = await service.pool.query<{ purpose: string; file_id: string }>(
      `select purpose, file_id from asset_variant where asset_id = $1 and media_type <> 'image/webp' and purpose = $2`,
      [uuidOf('asset', assetId), purpose],
    );
    expect(rows.map(({ file_id }) => file_id)).toEqual(purpose ? [touchFileId] : []);
    if (!purpose) expect(touchFileId).toBe(uuidOf('file', data.fileId));
  });

  it('have purposes, also those that the previous release inserts', async () => {
    const insert = (assetId: string, variants: [isPreview: boolean, mediaType: string][]) =>
      service.pool.query(
        `insert into asset_variant
           (tenant_id, asset_id, file_id, is_preview, media_type, width, height, file_size, file_hash)
         select $1, $2, new_uuid(), p, m, 9, 9, 1, '' from unnest($3::boolean[], $4::text[]) v (p, m)`,
        [
          service.home.id,
          uuidOf('asset', assetId),
          variants.map(([is]) => is),
          variants.map(([, type]) => type),
        ],
      );
    const purposesOf = async (assetId: string) =>
      (
        await service.pool.query(
          'select media_type, purpose from asset_variant where asset_id = $1 order by purpose, media_type',
          [uuidOf('asset', assetId)],
        )
      ).rows.map(({ media_type, purpose }) => `${media_type} ${purpose}`);
    const [icon, image] = [await made(service), await made(service)];
    await insert(icon.assetId, [
      [true, 'image/webp'],
      [false, 'image/png'],
    ]);
    await insert(image.assetId, [
      [true, 'image/webp'],
      [false, 'image/webp'],
      [false, 'image/png'],
    ]);
    expect(await purposesOf(icon.assetId)).toEqual(['image/webp preview', 'image/png touch']);
    const ofImage = ['image/png page', 'image/webp page', 'image/webp preview'];
    expect(await purposesOf(image.assetId)).toEqual(ofImage);
    // The migration does the same for variants that are there already.
    await service.pool.query('update asset_variant set purpose = null');
    for (const statement of (await statementsOf(VariantPurposes)).filter((sql) =>
      sql.includes('update asset_variant'),
    ))
      await service.pool.query(statement);
    expect([...(await purposesOf(icon.assetId)), ...(await purposesOf(image.assetId))]).toEqual([
      ...['image/webp preview', 'image/png touch'],
      ...ofImage,
    ]);
    const ids = [icon, image].map(({ assetId }) => uuidOf('asset', assetId));
    await service.pool.query('delete from asset_variant where asset_id = any($1)', [ids]);
  });

  it.each([
    ['an ICO', { content: CONTENT.ico, fields: { type: 'icon' } }],
    ['a video', { content: CONTENT.mp4, fields: { type: 'video' } }],
    ['a ZIP', { content: CONTENT.zip, fields: { type: 'custom-component' } }],
  ])('are not made of %s', async (_, upload) => {
    const { assetId } = await made(service, upload);
    const { rowCount } = await service.pool.query(`select from jobs.job where name = $1`, [
      makeVariants.name,
    ]);
    expect(rowCount).toBe(0);
    later(HOUR);
    await worker.run(makeMissingVariants);
    expect(await read(assetId)).toMatchObject({ width: null, height: null, previewDownloadUrl: null });
  });

  it('are not shown while it is hidden or in the trash, nor opened there', async () => {
    const { assetId } = await processed(await pictureOf('png'));
    const { variants, token } = (await shown([assetId])).get(assetId)!;
    const statuses = async () => [
      (await onSite(variants[0]!.token)).status,
      (await onApi(variants[0]!.token)).status,
      (await onSite(token)).status,
    ];
    expect(await statuses()).toEqual([200, 200, 200]);
    await api.patch(`/v0/assets/${assetId}`, { hidden: true }).expect(200);
    expect((await shown([assetId])).size).toBe(0);
    await api.patch(`/v0/assets/${assetId}`, { hidden: false }).expect(200);
    await api.delete(`/v0/assets/${assetId}`).expect(200);
    expect((await shown([assetId])).size).toBe(0);
    await until(async () => (await statuses()).every((status) => status === 404));
    await api.post(`/v0/assets/trash/${assetId}/restore`).expect(200);
    expect(await statuses()).toEqual([200, 200, 200]);
  });

  it('are those of one tenant', async () => {
    const { assetId, previewDownloadUrl } = await processed(await pictureOf('png'));
    expect((await shown([assetId], service.stranger)).size).toBe(0);
    const { rows } = await service.pool.query<{ file_id: string }>(
      'select file_id from asset_variant where asset_id = $1',
      [uuidOf('asset', assetId)],
    );
    const sign = await inContext({ tenantId: service.stranger.id }, () =>
      service.app.get(FileUrls).lastingSigner(),
    );
    expect(rows).toHaveLength(3);
    for (const { file_id } of rows)
      for (const open of [onSite, onApi]) expect((await open(sign(file_id))).status).toBe(404);
    expect((await fetch(service.url + previewDownloadUrl)).status).toBe(200);
    expect((await shown(['nonsense', 'asset_x'])).size).toBe(0);
  });
});

describe('the preview', () => {
  it('has at most 512 pixels on each side', async () => {
    const { assetId } = await made(service, {
      content: await pictureOf('jpeg', { width: 300, height: 1024 }),
    });
    expect(await read(assetId)).toMatchObject({ width: 300, height: 1024, previewDownloadUrl: null });
    await worker.work(makeVariants);
    const { previewDownloadUrl, downloadUrl, updatedAt, createdAt } = await read(assetId);
    expect(previewDownloadUrl).toMatch(/^\/files\/[\w-]+$/);
    expect(previewDownloadUrl).not.toBe(downloadUrl);
    expect(updatedAt).toBe(createdAt);
    const { width, height, format } = await sharp(
      await bytesOf(await fetch(service.url + previewDownloadUrl)),
    ).metadata();
    expect([width, height, format]).toEqual([150, 512, 'webp']);
  });

  it('of an SVG is drawn as large as a preview is', async () => {
    const svg = svgOf('<rect width="4" height="4" fill="red"/>', 'viewBox="0 0 8 4"');
    const { width, height, previewDownloadUrl } = await processed(svg);
    expect([width, height]).toEqual([8, 4]);
    const preview = sharp(await bytesOf(await fetch(service.url + previewDownloadUrl)));
    expect(await preview.metadata()).toMatchObject({ width: 512, height: 256 });
    const [red, , , opaque] = await preview
      .extract({ left: 9, top: 9, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect([red! > 200, opaque]).toEqual([true, 255]);
  });

  it('is still served in the trash by the API, never by the site, until the asset is deleted', async () => {
    const { assetId } = await processed(await pictureOf('png'));
    const { body } = await api.delete(`/v0/assets/${assetId}`).expect(200);
    expect([body.downloadUrl, body.previewDownloadUrl]).toEqual([null, expect.any(String)]);
    const token = (body as AssetView).previewDownloadUrl!.split('/').at(-1)!;
    expect([(await onApi(token)).status, (await onSite(token)).status]).toEqual([200, 404]);
    const { body: gone } = await api.delete(`/v0/assets/trash/${assetId}`).expect(200);
    expect(gone.previewDownloadUrl).toBeNull();
    expect((await onApi(token)).status).toBe(404);
  });

  it('does not count as a change of the asset, nor does its renewed URL', async () => {
    const start = Math.ceil(Date.now() / HOUR) * HOUR;
    const at = (time: number) => jest.spyOn(clock, 'now').mockImplementation(() => new Date(time));
    at(start);
    const { assetId } = await made(service, { content: await pictureOf('png') });
    const path = `/v0/assets/${assetId}`;
    const before = (await api.get(path).expect(200)).headers.etag!;
    await worker.work(makeVariants);
    const after = (await api.get(path).expect(200)).headers.etag!;
    expect(after).not.toBe(before);
    await api.patch(path, { hidden: false }).set('if-match', before).expect(200);
    at(start + HOUR);
    const renewed = (await api.get(path).expect(200)).headers.etag!;
    expect(renewed).not.toBe(after);
    await api.patch(path, { name: 'New' }).set('if-match', renewed).expect(200);
    await api.patch(path, { name: 'Newer' }).set('if-match', renewed).expect(412);
    await api.patch(path, { name: 'Newer' }).set('if-match', before).expect(412);
  });
});

describe('the job', () => {
  it.each(Object.keys(KILLED) as (keyof typeof KILLED)[])(
    'that is killed %s leaves nothing behind, and the next one makes the variants',
    async (killed) => {
      const { assetId } = await made(service, { content: await pictureOf('png') });
      await worker.work(makeVariants, killed);
      await expectNoOrphans();
      await worker.work(makeVariants);
      expect(await variantCount(assetId)).toBe(3);
      await expectNoOrphans();
    },
  );

  it('leaves nothing behind of an asset that is deleted meanwhile', async () => {
    const { assetId } = await made(service, { content: await pictureOf('png') });
    const pictures = service.app.get(Pictures);
    jest.spyOn(pictures, 'render').mockImplementationOnce(async (...asked) => {
      await api.delete(`/v0/assets/${assetId}`).expect(200);
      await api.delete(`/v0/assets/trash/${assetId}`).expect(200);
      return pictures.render(...asked);
    });
    await worker.work(makeVariants);
    expect(await variantCount(assetId)).toBe(0);
    await service.app.get(RemoveOrphansHandler).handle();
    await expectNoOrphans();
  });

  it('waits for a process that deletes the asset just then, and leaves nothing behind', async () => {
    const { assetId, data } = await made(service, { content: await pictureOf('png') });
    const held = await HeldTransaction.begin(service, 'delete from asset where id = $1', [
      uuidOf('asset', assetId),
    ]);
    await held.query('insert into loose_file (tenant_id, id, due_at) values ($1, $2, now())', [
      service.home.id,
      uuidOf('file', data.fileId),
    ]);
    await held.commitAheadOf(worker.work(makeVariants));
    expect(await variantCount(assetId)).toBe(0);
    await expectNoOrphans();
  });

  it('that loses against another one leaves the variants of that one alone', async () => {
    const { assetId } = await made(service, { content: await pictureOf('png') });
    const held = await HeldTransaction.begin(service, 'update asset set variants_at = now() where id = $1', [
      uuidOf('asset', assetId),
    ]);
    await held.commitAheadOf(worker.work(makeVariants));
    expect(await variantCount(assetId)).toBe(0);
    await expectNoOrphans();
  });

  it('deletes the variants with the asset, whoever deletes it', async () => {
    const first = await processed(await pictureOf('png'));
    const second = await processed(await pictureOf('png'));
    await api.delete(`/v0/assets/${first.assetId}`).expect(200);
    await api.delete(`/v0/assets/trash/${first.assetId}`).expect(200);
    expect(await variantCount(first.assetId)).toBe(0);
    await service.pool.query('insert into loose_file (tenant_id, id, due_at) values ($1, $2, now())', [
      service.home.id,
      uuidOf('file', second.data.fileId),
    ]);
    await service.pool.query('delete from asset where id = $1', [uuidOf('asset', second.assetId)]);
    expect(await variantCount(second.assetId)).toBe(0);
    expect(await orphanCount(service)).toBe(8);
    await expectNoOrphans();
  });

  it('gives up a file that fails twice, which keeps its original only', async () => {
    const { assetId, data, downloadUrl } = await made(service, { content: await pictureOf('png') });
    const stored = join(service.dataDir, 'files', pathOf(uuidOf('file', data.fileId)!));
    await writeFile(stored, Buffer.concat([CONTENT.png, Buffer.from('x')]));
    await expect(worker.work(makeVariants)).rejects.toThrow('damaged');
    await service.pool.query(
      `update jobs.job set state = 'retry', start_after = now() - interval '1 second'`,
    );
    await worker.work(makeVariants);
    later(HOUR);
    await worker.run(makeMissingVariants);
    jest.restoreAllMocks();
    expect(await variantCount(assetId)).toBe(0);
    expect(await read(assetId)).toMatchObject({ width: 4, previewDownloadUrl: null, downloadUrl });
    await expectNoOrphans();
  });

  it('gives up a file that is longer than it was, and the other pictures do not wait for that', async () => {
    const older = await made(service, { content: await pictureOf('png') });
    const { assetId, data } = await made(service, { content: CONTENT.png });
    const stored = join(service.dataDir, 'files', pathOf(uuidOf('file', data.fileId)!));
    await writeFile(stored, Buffer.concat([CONTENT.png, Buffer.from('x')]));
    later(HOUR);
    await worker.run(makeMissingVariants);
    expect(await variantCount(older.assetId)).toBe(3);
    await worker.run(makeMissingVariants);
    const waiting = 'select from asset where variants_at is null and id = $1';
    expect((await service.pool.query(waiting, [uuidOf('asset', assetId)])).rowCount).toBe(0);
    expect(await variantCount(assetId)).toBe(0);
    await expectNoOrphans();
  });

  it('is tried again while pictures can not be decoded, without counting as a failure', async () => {
    const { assetId } = await made(service, { content: await pictureOf('png') });
    jest.spyOn(service.app.get(Pictures), 'inspect').mockRejectedValue(new Error('busy'));
    for (let tries = 0; tries < 3; tries++) {
      await expect(worker.work(makeVariants)).rejects.toThrow('busy');
      await service.pool.query(
        `update jobs.job set state = 'retry', start_after = now() - interval '1 second'`,
      );
    }
    jest.restoreAllMocks();
    await worker.work(makeVariants);
    expect(await variantCount(assetId)).toBe(3);
  });

  it('also processes the pictures that were there before, of every tenant', async () => {
    const tenants = [service.home, service.stranger];
    const assets: AssetView[] = [];
    for (const tenant of tenants)
      assets.push(await made(service, { content: await pictureOf('png') }, tenant));
    await service.pool.query('update asset set width = null, height = null where variants_at is null');
    await worker.run(makeMissingVariants);
    expect(await variantCount(assets[0]!.assetId)).toBe(0);
    later(11 * 60_000);
    await worker.run(makeMissingVariants);
    jest.restoreAllMocks();
    for (const [index, { assetId }] of assets.entries()) {
      expect(await variantCount(assetId)).toBe(3);
      expect(await read(assetId, tenants[index])).toMatchObject({ width: 4, height: 3 });
    }
    await expectNoOrphans();
  });
});
