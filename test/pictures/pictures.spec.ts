import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import sharp from 'sharp';
import { inContext } from '../../src/shared/database/transactions/work-context.js';
import { PictureFault } from '../../src/shared/pictures/picture-fault.js';
import { PictureChild } from '../../src/shared/pictures/picture-child.js';
import { MAX_WAITING, PICTURE_LIMITS } from '../../src/shared/pictures/picture-limits.js';
import type { DecodedType, Rendering } from '../../src/shared/pictures/picture-questions.js';
import { Pictures } from '../../src/shared/pictures/pictures.js';
import {
  animatedPng,
  animationOf,
  entityBomb,
  noiseOf,
  pictureOf,
  plain,
  pngBomb,
  slowSvg,
  svgOf,
  turbulentSvg,
} from '../support/picture-files.js';
import { mountDisk, onSmallDisk, unmountDisk } from '../support/small-disk.js';
import { until } from '../support/until.js';

const DEFAULTS = { ...PICTURE_LIMITS };
const SVG = 'image/svg+xml';

let pictures: Pictures;
let folder: string;
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-pictures-'));
});
beforeEach(() => {
  jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  pictures = new Pictures();
});
afterEach(() => {
  Object.assign(PICTURE_LIMITS, DEFAULTS);
  pictures.onApplicationShutdown();
});
afterAll(() => rm(folder, { recursive: true }));

async function stored(content: Buffer, mediaType: DecodedType) {
  const path = join(folder, String(count++));
  await writeFile(path, content);
  return { path, mediaType };
}

const inTenant = <Result>(work: () => Promise<Result>, tenantId = 'one') => inContext({ tenantId }, work);

async function inspected(content: Buffer, mediaType: DecodedType, tenantId?: string) {
  const file = await stored(content, mediaType);
  return inTenant(() => pictures.inspect(file), tenantId);
}

async function rendered(content: Buffer, mediaType: DecodedType, wanted: Omit<Rendering, 'path'>) {
  const file = await stored(content, mediaType);
  const path = join(folder, String(count++));
  const size = await inTenant(() => pictures.render(file, { path, ...wanted }));
  return { size, content: await readFile(path) };
}

const refusal = (content: Buffer, mediaType: DecodedType) =>
  inspected(content, mediaType).then(
    () => 'accepted',
    ({ reason }: { reason: string }) => reason,
  );

const pid = () => pictures['child']?.pid;
const isRunning = (id: number) => existsSync(`/proc/${id}`);

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
    await writeFile(join(folder, 'red.png'), await pictureOf('png', { width: 64, height: 64 }));
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
    const file = `file://${join(folder, 'red.png')}`;
    for (const source of [file, join(folder, 'red.png'), 'red.png', url])
      expect([source, await isBlank(image(source))]).toEqual([source, true]);
    const include = (href: string) =>
      svgOf(
        `<text y="20"><xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${href}" parse="text"/></text>`,
      );
    for (const href of [`file://${join(folder, 'red.png')}`, url])
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

describe('the process that decodes', () => {
  it('starts with the first picture, serves the next ones, and ends with the service', async () => {
    expect(pid()).toBeUndefined();
    await inspected(await pictureOf('png'), 'image/png');
    const first = pid()!;
    expect(await refusal(Buffer.from('x'), 'image/png')).toBe('unreadable');
    expect([pid(), isRunning(first)]).toEqual([first, true]);
    pictures.onApplicationShutdown();
    await until(async () => !isRunning(first));
    await expect(inspected(await pictureOf('png'), 'image/png')).rejects.toMatchObject({ code: 'busy' });
  });

  it('says nothing about a picture that it is decoding when the service stops', async () => {
    await inspected(await pictureOf('png'), 'image/png');
    const interrupted = inspected(slowSvg(), SVG);
    interrupted.catch(() => undefined);
    await until(() => pictures['turns'].atWork === 1);
    pictures.onApplicationShutdown();
    await expect(interrupted).rejects.toMatchObject({ code: 'busy' });
  });

  it('ends with a service that is killed', async () => {
    const module = new URL('../../dist/shared/pictures/picture-child.js', import.meta.url).href;
    const program = `
      import { PictureChild } from '${module}';
      const child = new PictureChild();
      await child['ready'];
      console.log(child.pid);
      setInterval(() => undefined, 1000);`;
    const service = spawn(process.execPath, ['--input-type=module', '--eval', program]);
    const [said] = (await once(service.stdout, 'data')) as [Buffer];
    const child = Number(said.toString());
    expect(isRunning(child)).toBe(true);
    service.kill('SIGKILL');
    await until(async () => !isRunning(child));
  });

  it('ends when it is idle, and starts again', async () => {
    PICTURE_LIMITS.idleMs = 1;
    await inspected(await pictureOf('png'), 'image/png');
    await until(async () => pid() === undefined);
    expect(await refusal(await pictureOf('png'), 'image/png')).toBe('accepted');
  });

  it('does not know the secrets of the service', async () => {
    await inspected(await pictureOf('png'), 'image/png');
    const variables = (await readFile(`/proc/${pid()}/environ`, 'latin1')).split('\0');
    const names = variables.filter(Boolean).map((variable) => variable.split('=', 1)[0]!);
    const known = ['HOME', 'MALLOC_ARENA_MAX', 'PATH'];
    expect(names.filter((name) => !name.startsWith('NODE_CHANNEL_')).sort()).toEqual(known);
  });

  it.each([
    ['takes too long', 'too_slow', { answerMs: 300 }, slowSvg],
    ['needs too much memory', 'too_much_memory', { memoryBytes: 1_000_000 }, slowSvg],
  ])('is killed if a picture %s, and the next one is served', async (_, reason, limits, content) => {
    await inspected(await pictureOf('png'), 'image/png');
    const killed = pid()!;
    Object.assign(PICTURE_LIMITS, limits);
    expect(await refusal(content(), SVG)).toBe(reason);
    await until(async () => !isRunning(killed));
    Object.assign(PICTURE_LIMITS, DEFAULTS);
    expect(await refusal(await pictureOf('png'), 'image/png')).toBe('accepted');
  });

  it('is started again after a crash in the middle', async () => {
    await inspected(await pictureOf('png'), 'image/png');
    const refused = refusal(slowSvg(), SVG);
    await until(async () => pictures['turns'].atWork === 1);
    process.kill(pid()!, 'SIGKILL');
    expect(await refused).toBe('crashed');
    expect(await refusal(await pictureOf('png'), 'image/png')).toBe('accepted');
  });
});

describe('a failure of the system', () => {
  const wanted = { format: 'png', maxWidth: 500 } as const;

  it('is no fault of the picture, which may be read the next time', async () => {
    const file = await stored(await pictureOf('png'), 'image/png');
    const lost = { path: join(folder, 'none', 'x'), mediaType: 'image/png' } as const;
    const lostSvg = { ...lost, mediaType: SVG } as const;
    const attempts = [
      () => pictures.render(file, { path: lost.path, ...wanted }),
      () => pictures.inspect(lost),
      () => pictures.inspect(lostSvg),
    ];
    for (const attempt of attempts) {
      const error: unknown = await inTenant(attempt as () => Promise<unknown>).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(PictureFault);
    }
  });

  onSmallDisk('such as a full disk is none, either (needs root, to mount a small disk)', async () => {
    const disk = await mkdtemp(join(tmpdir(), 'foyer-small-disk-'));
    mountDisk(disk, '64k');
    try {
      const file = await stored(await noiseOf('png', 500), 'image/png');
      const rendering = inTenant(() => pictures.render(file, { path: join(disk, 'x'), ...wanted }));
      const error: unknown = await rendering.catch((thrown: unknown) => thrown);
      expect(error).not.toBeInstanceOf(PictureFault);
      expect(String(error)).toContain('No space left');
    } finally {
      unmountDisk(disk);
      await rm(disk, { recursive: true });
    }
  });
});

describe('a process that does not start', () => {
  it('says why', async () => {
    const program = join(folder, 'broken.mjs');
    await writeFile(program, `throw new Error('no libvips here');`);
    const question = { kind: 'inspect', file: { path: '/', mediaType: SVG } } as const;
    await expect(new PictureChild(program).ask(question)).rejects.toThrow('no libvips here');
  });
});

describe('questions', () => {
  it('wait for their turn, as many as allowed', async () => {
    const content = await pictureOf('png');
    const file = await stored(content, 'image/png');
    const all = Array.from({ length: MAX_WAITING + 2 }, () => inTenant(() => pictures.inspect(file)));
    const outcomes = await Promise.allSettled(all);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: { code: 'busy' } }]);
  });

  it('of another tenant do not wait for all of them', async () => {
    const file = await stored(await pictureOf('png'), 'image/png');
    const order: string[] = [];
    const ask = (tenantId: string) =>
      inTenant(() => pictures.inspect(file), tenantId).then(() => order.push(tenantId));
    await Promise.all([ask('one'), ask('one'), ask('one'), ask('two')]);
    expect(order).toEqual(['one', 'one', 'two', 'one']);
  });
});
