import { open } from 'node:fs/promises';

const SIGNATURE_BYTES = 8;

/** Its length, its name, its content, and a checksum. */
const CHUNK_BYTES_WITHOUT_CONTENT = 12;

/** The frames of a PNG file. libvips decodes the first one only, and does not say that there are others. */
export async function pngFramesOf(path: string): Promise<number> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(12);
    for (let at = SIGNATURE_BYTES; (await file.read(head, 0, head.length, at)).bytesRead === head.length;) {
      const name = head.toString('latin1', 4, 8);
      if (name === 'acTL') return head.readUInt32BE(8);
      // Of an animation, the chunk above stands before the pixels.
      if (name === 'IDAT') break;
      at += head.readUInt32BE(0) + CHUNK_BYTES_WITHOUT_CONTENT;
    }
    return 1;
  } finally {
    await file.close();
  }
}
