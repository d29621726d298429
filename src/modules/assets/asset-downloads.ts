const EXTENSIONS: Record<string, string> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'image/avif': '.avif',
  'image/svg+xml': '.svg',
  'image/x-icon': '.ico',
  'video/mp4': '.mp4',
  'video/webm': '.webm',
  'video/quicktime': '.mov',
  'text/plain': '.txt',
  'application/zip': '.zip',
};

/** Pictures and videos, except SVG: it can contain scripts, so browsers save it. An `img` element still shows it. */
const INLINE = /^(image\/(?!svg)|video\/)/;

/** The file name for a download. */
export function fileNameOf(name: string, mediaType: string): string {
  const extension = EXTENSIONS[mediaType]!;
  return name.toLowerCase().endsWith(extension) ? name : `${name}${extension}`;
}

export function isInline(mediaType: string): boolean {
  return INLINE.test(mediaType);
}

/** Texts are UTF-8: the upload checks the encoding. */
export function contentTypeOf(mediaType: string): string {
  return mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType;
}
