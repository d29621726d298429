import { PictureFault } from '../../pictures/picture-fault.js';
import { isDecoded } from '../../pictures/picture-questions.js';
import type { Pictures } from '../../pictures/pictures.js';
import type { ReceivedFile } from '../../storage/received-file.js';

/**
 * Refuses a picture that can't be decoded. An SVG may have no size, because browsers show it; ICO and files that are no
 * pictures are not decoded.
 */
export async function decodePicture(file: ReceivedFile, pictures: Pictures): Promise<void> {
  const { path, mediaType } = file;
  if (!isDecoded(mediaType)) return;
  try {
    file.picture = await pictures.inspect({ path, mediaType });
  } catch (error) {
    if (!(error instanceof PictureFault)) throw error;
    if (error.reason !== 'without_size') throw error.toProblem(mediaType);
  }
}
