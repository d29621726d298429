import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

type Format = 'png' | 'jpeg' | 'gif' | 'webp' | 'avif';

interface Wanted {
  width?: number;
  height?: number;
  background?: string;
}

/** A picture of one colour. */
export function plain({ width = 4, height = 3, background = '#c02010' }: Wanted = {}): Sharp {
  const channels = background.length > 7 ? 4 : 3;
  return sharp({ create: { width, height, channels, background } });
}

export function pictureOf(format: Format, wanted: Wanted = {}): Promise<Buffer> {
  return plain(wanted).toFormat(format).toBuffer();
}

/** A picture whose bytes can't be compressed, so that a part of its file is a part of its pixels. */
export function noiseOf(format: Format, size = 200): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width: size, height: size, channels: 3, background: 'white', noise } })
    .toFormat(format)
    .toBuffer();
}

export async function animationOf(format: 'gif' | 'webp', frames = 3, size = 8): Promise<Buffer> {
  const colours = Array.from({ length: frames }, (_, index) => `#${index}00000`);
  const pages = colours.map((background) => pictureOf('png', { width: size, height: size, background }));
  return sharp(await Promise.all(pages), { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
}

/** A few bytes that announce a picture of any size. */
export function pngBomb(width: number, height: number): Buffer {
  return greyPng(width, height, Buffer.alloc(1_000_000));
}

export function tinyPng(): Buffer {
  return greyPng(1, 1, Buffer.alloc(2));
}

/** An animated PNG. Decoders that do not know of animations show the first frame. */
export function animatedPng(frames = 2): Buffer {
  const numbers = (...values: number[]) =>
    Buffer.concat(values.map((value) => Buffer.from(Uint32Array.of(value).buffer).swap32()));
  const pixels = deflateSync(Buffer.alloc(2));
  const control = (sequence: number) =>
    chunk('fcTL', Buffer.concat([numbers(sequence, 1, 1, 0, 0), Buffer.from([0, 1, 0, 10, 0, 0])]));
  const others = Array.from({ length: frames - 1 }, (_, index) => [
    control(2 * index + 1),
    chunk('fdAT', Buffer.concat([numbers(2 * index + 2), pixels])),
  ]);
  const png = tinyPng();
  const [header, end] = [33, png.length - 12];
  return Buffer.concat([
    png.subarray(0, header),
    ...[chunk('acTL', numbers(frames, 0)), control(0)],
    png.subarray(header, end),
    ...others.flat(),
    png.subarray(end),
  ]);
}

function greyPng(width: number, height: number, lines: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(lines)), chunk('IEND')];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

function chunk(name: string, data = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

export function svgOf(body: string, attributes = 'width="64" height="64"'): Buffer {
  const names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
  return Buffer.from(`<svg ${names} ${attributes}>${body}</svg>`);
}

/** Each group draws the one before it ten times: it would be drawn for years. */
export function slowSvg(): Buffer {
  const groups = Array.from(
    { length: 40 },
    (_, index) => `<g id="g${index + 1}">${`<use href="#g${index}"/>`.repeat(10)}</g>`,
  );
  return svgOf(`<g id="g0"><rect width="9" height="9"/></g>${groups.join('')}`);
}

/** Takes half a minute to draw, but not at the size of one pixel: the filters draw noise for each pixel. */
export function turbulentSvg(): Buffer {
  const filter =
    '<filter id="f" x="0" y="0" width="1" height="1"><feTurbulence baseFrequency="0.05" numOctaves="9"/></filter>';
  return svgOf(
    filter + '<rect width="480" height="96" filter="url(#f)"/>'.repeat(200),
    'width="480" height="96"',
  );
}

/** Each entity contains the one before it ten times. */
export function entityBomb(): Buffer {
  const entities = Array.from(
    { length: 12 },
    (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`,
  );
  const type = `<!DOCTYPE svg [<!ENTITY e0 "ha">${entities.join('')}]>`;
  return Buffer.concat([Buffer.from(type), svgOf('<text y="20">&e12;</text>')]);
}
