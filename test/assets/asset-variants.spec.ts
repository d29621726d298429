import sharp from 'sharp';
import { assetMigrations } from '../../src/modules/assets/assets.migration.js';
import { makeMissingVariants, makeVariants } from '../../src/modules/assets/variants/variants.jobs.js';
import { inContext } from '../../src/shared/database/transactions/work-context.js';
import { statementsOf } from '../../src/shared/database/schema/migration-hashes.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import { FileUrls } from '../../src/shared/storage/file-urls.js';
import { animatedPng, animationOf, pictureOf, plain, svgOf } from '../support/picture-files.js';
import { useTestService } from '../support/test-service.js';
import { until } from '../support/until.js';
import { bytesOf, HOUR, later, useProcessedPictures } from './processed-pictures.js';
import { CONTENT, made } from './support.js';

const VariantPurposes = assetMigrations.find(({ name }) => name.endsWith('VariantPurposes'))!;

const { service, api } = useTestService();
const pictures = useProcessedPictures(service);

describe('the variants of a picture', () => {
  it('are upright, without metadata and not larger than it, as WebP and as JPEG', async () => {
    const content = await plain({ width: 500, height: 1000 })
      .jpeg()
      .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'the secret place' } } })
      .toBuffer();
    const { assetId, width, height, data } = await pictures.processed(content);
    expect([width, height]).toEqual([1000, 500]);
    const picture = (await pictures.shown([assetId])).get(assetId)!;
    expect(picture).toMatchObject({ width: 1000, height: 500, mediaType: 'image/jpeg' });
    expect((await bytesOf(await pictures.onSite(picture.token))).equals(content)).toBe(true);
    expect(picture.variants.map(({ mediaType, width, height }) => [mediaType, width, height])).toEqual([
      ['image/webp', 320, 160],
      ['image/jpeg', 320, 160],
      ['image/webp', 640, 320],
      ['image/jpeg', 640, 320],
      ['image/webp', 1000, 500],
      ['image/jpeg', 1000, 500],
    ]);
    for (const { token, mediaType, width } of picture.variants) {
      const answer = await pictures.onSite(token);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, mediaType]);
      const facts = await sharp(await bytesOf(answer)).metadata();
      expect([facts.width, `image/${facts.format}`, facts.exif]).toEqual([width, mediaType, undefined]);
    }
    expect(data.type).toBe('image');
  });

  it('are PNG instead of JPEG if it has transparency, and have four widths if it is large', async () => {
    const content = await pictureOf('png', { width: 2400, height: 100, background: '#ff000080' });
    const { assetId } = await pictures.processed(content);
    const { variants } = (await pictures.shown([assetId])).get(assetId)!;
    expect(variants.map(({ mediaType, width }) => `${mediaType} ${width}`)).toEqual(
      [320, 640, 1280, 1920].flatMap((width) => [`image/webp ${width}`, `image/png ${width}`]),
    );
    const answer = await bytesOf(await pictures.onSite(variants[0]!.token));
    expect((await sharp(answer).metadata()).hasAlpha).toBe(true);
  });

  it.each([
    ['an animation', () => animationOf('gif')],
    ['an animated PNG', async () => animatedPng()],
    ['an SVG', async () => svgOf('<rect width="64" height="64" fill="red"/>', 'viewBox="0 0 8 4"')],
  ])('of %s are a preview alone', async (_, content) => {
    const { assetId, previewDownloadUrl } = await pictures.processed(await content());
    expect((await pictures.shown([assetId])).get(assetId)!.variants).toEqual([]);
    expect((await fetch(service.url + previewDownloadUrl)).headers.get('content-type')).toBe('image/webp');
    expect(await pictures.variantCount(assetId)).toBe(1);
  });

  it.each([
    ['an animated icon', () => animationOf('webp'), 'touch'],
    ['an SVG icon', async () => svgOf('<g/>'), 'touch'],
    ['a WebP icon', () => pictureOf('webp'), 'page'],
    ['a PNG icon', () => pictureOf('png'), undefined],
  ])('of %s are no still pictures for pages, but one for home screens', async (_, content, purpose) => {
    const { assetId, data } = await made(service, { content: await content(), fields: { type: 'icon' } });
    await pictures.worker.work(makeVariants);
    const { variants, touchFileId } = (await pictures.shown([assetId])).get(assetId)!;
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
    await pictures.worker.run(makeMissingVariants);
    expect(await pictures.read(assetId)).toMatchObject({
      width: null,
      height: null,
      previewDownloadUrl: null,
    });
  });

  it('are not shown while it is hidden or in the trash, nor opened there', async () => {
    const { assetId } = await pictures.processed(await pictureOf('png'));
    const { variants, token } = (await pictures.shown([assetId])).get(assetId)!;
    const statuses = async () => [
      (await pictures.onSite(variants[0]!.token)).status,
      (await pictures.onApi(variants[0]!.token)).status,
      (await pictures.onSite(token)).status,
    ];
    expect(await statuses()).toEqual([200, 200, 200]);
    await api.patch(`/v0/assets/${assetId}`, { hidden: true }).expect(200);
    expect((await pictures.shown([assetId])).size).toBe(0);
    await api.patch(`/v0/assets/${assetId}`, { hidden: false }).expect(200);
    await api.delete(`/v0/assets/${assetId}`).expect(200);
    expect((await pictures.shown([assetId])).size).toBe(0);
    await until(async () => (await statuses()).every((status) => status === 404));
    await api.post(`/v0/assets/trash/${assetId}/restore`).expect(200);
    expect(await statuses()).toEqual([200, 200, 200]);
  });

  it('are those of one tenant', async () => {
    const { assetId, previewDownloadUrl } = await pictures.processed(await pictureOf('png'));
    expect((await pictures.shown([assetId], service.stranger)).size).toBe(0);
    const { rows } = await service.pool.query<{ file_id: string }>(
      'select file_id from asset_variant where asset_id = $1',
      [uuidOf('asset', assetId)],
    );
    const sign = await inContext({ tenantId: service.stranger.id }, () =>
      service.app.get(FileUrls).lastingSigner(),
    );
    expect(rows).toHaveLength(3);
    for (const { file_id } of rows)
      for (const answer of [pictures.onSite(sign(file_id)), pictures.onApi(sign(file_id))])
        expect((await answer).status).toBe(404);
    expect((await fetch(service.url + previewDownloadUrl)).status).toBe(200);
    expect((await pictures.shown(['nonsense', 'asset_x'])).size).toBe(0);
  });
});
