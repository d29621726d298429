import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { PICTURE_LIMITS } from '../../src/shared/pictures/picture-limits.js';
import {
  animatedPng,
  animationOf,
  entityBomb,
  noiseOf,
  pictureOf,
  plain,
  pngBomb,
  svgOf,
  turbulentSvg,
} from '../support/picture-files.js';
import { SVG, usePictures } from './use-pictures.js';

const used = usePictures();
const { inspected, rendered, refusal } = used;

describe('a picture', () => {
  it.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)('as %s has a size', async (format) => {
    const facts = await inspected(await pictureOf(format, { width: 20, height: 10 }), `image/${format}`);
    expect(facts).toMatchObject({ width: 20, height: 10, frames: 1 });
  });

  it('has the size that it is shown with', async () => {
    const turned = await plain({ width: 20, height: 10 }).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    expect(await inspected(turned, 'image/jpeg')).toMatchObject({ width: 10, height: 20 });
  });

  it.each(['gif', 'webp'] as const)('as %s can have several frames', async (format) => {
    expect(await inspected(await animationOf(format), `image/${format}`)).toMatchObject({
      width: 8,
      height: 8,
      frames: 3,
    });
  });

  it.each([1, 2])('as PNG can have several frames: %i', async (frames) => {
    const facts = await inspected(animatedPng(frames), 'image/png');
    expect(facts).toMatchObject({ width: 1, height: 1, frames });
  });

  it.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)('as %s is refused if cut off', async (format) => {
    const whole = await noiseOf(format);
    expect(await refusal(whole, `image/${format}`)).toBe('accepted');
    for (const part of [0.3, 0.95])
      expect(await refusal(whole.subarray(0, whole.length * part), `image/${format}`)).toBe('unreadable');
  });

  it('is refused if its content is of another type, or too large', async () => {
    expect(await refusal(await pictureOf('jpeg'), 'image/png')).toBe('unreadable');
    // Other decoders of libvips are not even asked.
    const tiff = await plain().tiff().toBuffer();
    await expect(inspected(tiff, 'image/png')).rejects.toThrow('unsupported image format');
    expect(await refusal(pngBomb(60_000, 60_000), 'image/png')).toBe('too_many_pixels');
    expect(await refusal(pngBomb(7_100, 7_100), 'image/png')).toBe('too_many_pixels');
  });

  it('is rendered upright, within bounds, without metadata and never larger', async () => {
    const exif = { IFD0: { Copyright: 'the secret place' } };
    const turned = await plain({ width: 200, height: 100 })
      .jpeg()
      .withMetadata({ orientation: 6, exif })
      .toBuffer();
    expect(turned.includes('the secret place')).toBe(true);
    for (const format of ['webp', 'jpeg', 'png'] as const) {
      const { size, content } = await rendered(turned, 'image/jpeg', { format, maxWidth: 50 });
      expect(size).toEqual({ width: 50, height: 100 });
      const facts = await sharp(content).metadata();
      expect([facts.format, facts.exif, facts.orientation]).toEqual([format, undefined, undefined]);
    }
    const { size } = await rendered(turned, 'image/jpeg', { format: 'webp', maxWidth: 999, maxHeight: 999 });
    expect(size).toEqual({ width: 100, height: 200 });
  });
});

describe('an SVG', () => {
  let requests = 0;
  const receiver = createServer((_req, res) => res.end(String(++requests)));
  let url: string;
  beforeAll(async () => {
    await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/x`;
    await writeFile(join(used.folder, 'red.png'), await pictureOf('png', { width: 64, height: 64 }));
  });
  afterAll(() => receiver.close());

  const isBlank = async (svg: Buffer) => {
    const { content } = await rendered(svg, SVG, { format: 'png', maxWidth: 512 });
    return (await sharp(content).raw().toBuffer()).every((byte) => byte === 0);
  };
  const image = (source: string) => svgOf(`<image xlink:href="${source}" width="64" height="64"/>`);

  it('is drawn', async () => {
    expect(await inspected(svgOf('<rect width="9" height="9"/>'), SVG)).toMatchObject({
      width: 64,
      height: 64,
    });
    expect(await isBlank(svgOf('<rect width="9" height="9" fill="red"/>'))).toBe(false);
    const inside = (await pictureOf('png', { width: 64, height: 64 })).toString('base64');
    expect(await isBlank(image(`data:image/png;base64,${inside}`))).toBe(false);
  });

  it('reads no file and asks no server', async () => {
    const file = `file://${join(used.folder, 'red.png')}`;
    for (const source of [file, join(used.folder, 'red.png'), 'red.png', url])
      expect([source, await isBlank(image(source))]).toEqual([source, true]);
    const include = (href: string) =>
      svgOf(
        `<text y="20"><xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${href}" parse="text"/></text>`,
      );
    for (const href of [`file://${join(used.folder, 'red.png')}`, url])
      expect(await isBlank(include(href))).toBe(true);
    await inspected(svgOf(`<style>@import url("${url}");</style><rect width="9" height="9"/>`), SVG);
    expect(requests).toBe(0);
  });

  it('has no entities of its own', async () => {
    const entity = Buffer.concat([
      Buffer.from(`<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>`),
      svgOf('<text y="20">&x;</text>'),
    ]);
    expect(await refusal(entity, SVG)).toBe('unreadable');
    expect(await refusal(entityBomb(), SVG)).toBe('unreadable');
  });

  it('is refused if it is malformed, or too large', async () => {
    expect(await refusal(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g>'), SVG)).toBe('unreadable');
    expect(await refusal(svgOf('<g/>', 'width="1000000" height="1000000"'), SVG)).toBe('too_many_pixels');
    expect(await refusal(svgOf('', ''), SVG)).toBe('without_size');
  });

  it('is refused if it is drawn quickly at the size of a pixel, but not as large as it is drawn later', async () => {
    PICTURE_LIMITS.answerMs = 2000;
    expect(await refusal(turbulentSvg(), SVG)).toBe('too_slow');
  });
});
