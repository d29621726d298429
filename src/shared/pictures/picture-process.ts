import { readFile, writeFile } from 'node:fs/promises';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { DRAWN_SVG_PIXELS, MAX_PIXELS } from './picture-limits.js';
import type {
  DecodedType,
  Drawing,
  Drawn,
  PictureAnswer,
  PictureFacts,
  PictureFaultReason,
  PictureFile,
  PictureQuestion,
  Rendered,
  Rendering,
} from './picture-questions.js';
import { pngFramesOf } from './png-frames.js';

/**
 * The program that decodes pictures with libvips, and the only file that loads it: a crash of native code ends this
 * process instead of the service. It answers one question at a time (decision 92).
 */

/** The names of libvips. AVIF is HEIF with another codec. SVG is read from memory: so it has no folder to refer to. */
const FORMATS: Record<DecodedType, { format: string; loader: string }> = {
  'image/png': { format: 'png', loader: 'VipsForeignLoadPngFile' },
  'image/jpeg': { format: 'jpeg', loader: 'VipsForeignLoadJpegFile' },
  'image/gif': { format: 'gif', loader: 'VipsForeignLoadNsgifFile' },
  'image/webp': { format: 'webp', loader: 'VipsForeignLoadWebpFile' },
  'image/avif': { format: 'heif', loader: 'VipsForeignLoadHeifFile' },
  'image/svg+xml': { format: 'svg', loader: 'VipsForeignLoadSvgBuffer' },
};

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: Object.values(FORMATS).map(({ loader }) => loader) });

process.umask(0o077);
// The kernel ends this process first if memory runs out.
await writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined);
// Signals of a terminal reach the whole group; this process ends with the service's own.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', (question: PictureQuestion) => {
  void answer(question).then((given) => process.send!(given, () => undefined));
});
process.send!({ isReady: true } satisfies PictureAnswer);

async function answer(question: PictureQuestion): Promise<PictureAnswer> {
  try {
    return { result: await resultOf(question) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const detail = message.slice(0, 300);
    return isOfSystem(error, message) ? { failure: detail } : { reason: reasonOf(message), detail };
  }
}

function resultOf(question: PictureQuestion): Promise<PictureFacts | Rendered | Drawn> {
  switch (question.kind) {
    case 'inspect':
      return inspect(question.file);
    case 'render':
      return render(question.file, question.rendering);
    case 'draw':
      return draw(question.drawing);
  }
}

/** A full disk, say, or a file that is gone. libvips writes errors of the system on lines of their own. */
function isOfSystem(error: unknown, message: string): boolean {
  const isOfNode = (error as NodeJS.ErrnoException).syscall !== undefined;
  return isOfNode || /^(system error: |Input file is missing: )/m.test(message);
}

/** In the words of sharp and libvips. */
function reasonOf(detail: string): PictureFaultReason {
  if (detail.includes('exceeds pixel limit')) return 'too_many_pixels';
  return detail.includes('svgload_buffer: bad dimensions') ? 'without_size' : 'unreadable';
}

async function inspect(file: PictureFile): Promise<PictureFacts> {
  const source = await sourceOf(file);
  const { format, pages = 1, hasAlpha, autoOrient } = await open(source).metadata();
  if (format !== FORMATS[file.mediaType].format) throw new Error(`The content is ${format}.`);
  await decode(source);
  const frames = file.mediaType === 'image/png' ? await pngFramesOf(file.path) : pages;
  return { width: autoOrient.width, height: autoOrient.height, frames, hasAlpha };
}

/** All pixels of the picture, or of the first frame of an animation. An SVG is drawn as large as it is drawn later. */
async function decode(source: string | Buffer): Promise<void> {
  const isSvg = typeof source !== 'string';
  const resized = isSvg
    ? open(source).resize(DRAWN_SVG_PIXELS, DRAWN_SVG_PIXELS, { fit: 'inside' })
    : // The average of all pixels.
      open(source).resize(1, 1, { fit: 'fill' });
  await resized.raw().toBuffer();
}

async function render(file: PictureFile, rendering: Rendering): Promise<Rendered> {
  const { path, format, maxWidth, maxHeight } = rendering;
  const withoutEnlargement = file.mediaType !== 'image/svg+xml';
  const size = { width: maxWidth, height: maxHeight, fit: 'inside', withoutEnlargement } as const;
  const resized = open(await sourceOf(file))
    .autoOrient()
    .resize(size);
  const { width, height } = await encoded(resized, format).toFile(path);
  return { width, height };
}

async function draw(drawing: Drawing): Promise<Drawn> {
  // Loaded only here: most of these processes never draw.
  const { svgOf } = await import('./drawing-svg.js');
  const overlay = drawing.overlay && (await overlaid(drawing.overlay));
  const picture = open(Buffer.from(await svgOf(drawing))).composite(overlay ? [overlay] : []);
  const png = await picture.removeAlpha().png({ compressionLevel: 9 }).toBuffer();
  return { png: png.toString('base64') };
}

/** As raw pixels: libvips may decode no bitmap from memory. */
async function overlaid(overlay: NonNullable<Drawing['overlay']>): Promise<OverlayOptions> {
  const { file, left, top, width, height } = overlay;
  const resized = open(await sourceOf(file))
    .autoOrient()
    .resize({ width, height, fit: 'inside', withoutEnlargement: file.mediaType !== 'image/svg+xml' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw();
  const { data: input, info } = await resized.toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  return { input, raw, left, top: top + Math.floor((height - info.height) / 2) };
}

function encoded(picture: Sharp, format: Rendering['format']): Sharp {
  switch (format) {
    case 'webp':
      return picture.webp({ quality: 80 });
    case 'jpeg':
      return picture.flatten({ background: 'white' }).jpeg({ quality: 80, progressive: true });
    case 'png':
      return picture.png();
    case 'uncompressed':
      return picture.png({ compressionLevel: 0 });
  }
}

async function sourceOf({ path, mediaType }: PictureFile): Promise<string | Buffer> {
  return mediaType === 'image/svg+xml' ? readFile(path) : path;
}

/** Errors in the pixels are refused; warnings are not, because many files that browsers show have some. */
function open(source: string | Buffer): Sharp {
  return sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true });
}
