import { readFile, writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { MAX_PIXELS } from './picture-limits.js';
import type {
  DecodedType,
  PictureAnswer,
  PictureFacts,
  PictureFaultReason,
  PictureFile,
  PictureQuestion,
  Rendered,
  Rendering,
} from './picture-questions.js';

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
    const { file } = question;
    return {
      result: question.kind === 'inspect' ? await inspect(file) : await render(file, question.rendering),
    };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { reason: reasonOf(detail), detail: detail.slice(0, 300) };
  }
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
  // The average of all pixels of the picture, or of the first frame of an animation: so all of them are decoded.
  await open(source).resize(1, 1, { fit: 'fill' }).raw().toBuffer();
  return { width: autoOrient.width, height: autoOrient.height, frames: pages, hasAlpha };
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
