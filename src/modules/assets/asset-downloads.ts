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

/** The file name for a download. */
export function fileNameOf(name: string, mediaType: string): string {
  const extension = EXTENSIONS[mediaType]!;
  return name.toLowerCase().endsWith(extension) ? name : `${name}${extension}`;
}

/** Texts are UTF-8: the upload checks the encoding. */
export function contentTypeOf(mediaType: string): string {
  return mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType;
}
