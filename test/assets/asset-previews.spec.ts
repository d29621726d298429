import { jest } from '@jest/globals';
import sharp from 'sharp';
import { makeVariants } from '../../src/modules/assets/variants/variants.jobs.js';
import type { AssetView } from '../../src/modules/assets/dto/assets.dto.js';
import { clock } from '../../src/shared/kernel/clock.js';
import { pictureOf, svgOf } from '../support/picture-files.js';
import { useTestService } from '../support/test-service.js';
import { bytesOf, HOUR, useProcessedPictures } from './processed-pictures.js';
import { made } from './support.js';

const { service, api } = useTestService();
const pictures = useProcessedPictures(service);

describe('the preview', () => {
  it('has at most 512 pixels on each side', async () => {
    const { assetId } = await made(service, {
      content: await pictureOf('jpeg', { width: 300, height: 1024 }),
    });
    expect(await pictures.read(assetId)).toMatchObject({
      width: 300,
      height: 1024,
      previewDownloadUrl: null,
    });
    await pictures.worker.work(makeVariants);
    const { previewDownloadUrl, downloadUrl, updatedAt, createdAt } = await pictures.read(assetId);
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
    const { width, height, previewDownloadUrl } = await pictures.processed(svg);
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
    const { assetId } = await pictures.processed(await pictureOf('png'));
    const { body } = await api.delete(`/v0/assets/${assetId}`).expect(200);
    expect([body.downloadUrl, body.previewDownloadUrl]).toEqual([null, expect.any(String)]);
    const token = (body as AssetView).previewDownloadUrl!.split('/').at(-1)!;
    expect([(await pictures.onApi(token)).status, (await pictures.onSite(token)).status]).toEqual([200, 404]);
    const { body: gone } = await api.delete(`/v0/assets/trash/${assetId}`).expect(200);
    expect(gone.previewDownloadUrl).toBeNull();
    expect((await pictures.onApi(token)).status).toBe(404);
  });

  it('does not count as a change of the asset, nor does its renewed URL', async () => {
    const start = Math.ceil(Date.now() / HOUR) * HOUR;
    const at = (time: number) => jest.spyOn(clock, 'now').mockImplementation(() => new Date(time));
    at(start);
    const { assetId } = await made(service, { content: await pictureOf('png') });
    const path = `/v0/assets/${assetId}`;
    const before = (await api.get(path).expect(200)).headers.etag!;
    await pictures.worker.work(makeVariants);
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
