import { inflateSync } from 'node:zlib';

/** WOFF 1.0: a header, then one entry for each table of the font. */
const HEADER_BYTES = 44;
const ENTRY_BYTES = 20;

/** The code points that a font in WOFF has glyphs for. */
export function lettersOf(woff: Buffer): Set<number> {
  const cmap = tableOf(woff, 'cmap');
  const count = cmap.readUInt16BE(2);
  const subtables = Array.from({ length: count }, (_, at) => cmap.subarray(cmap.readUInt32BE(8 + at * 8)));
  const unicode = subtables.find((subtable) => subtable.readUInt16BE(0) === 4);
  if (!unicode) throw new Error('The font has no letters of the Basic Multilingual Plane.');
  return lettersIn(unicode);
}

function tableOf(woff: Buffer, tag: string): Buffer {
  const count = woff.readUInt16BE(12);
  for (let at = HEADER_BYTES; at < HEADER_BYTES + count * ENTRY_BYTES; at += ENTRY_BYTES) {
    if (woff.toString('latin1', at, at + 4) !== tag) continue;
    const [offset, length, originalLength] = [4, 8, 12].map((field) => woff.readUInt32BE(at + field));
    const content = woff.subarray(offset, offset! + length!);
    return length! < originalLength! ? inflateSync(content) : content;
  }
  throw new Error(`The font has no table ${tag}.`);
}

/** A subtable of format 4: ranges of code points, each with a difference to its glyphs, or with a list of them. */
function lettersIn(subtable: Buffer): Set<number> {
  const count = subtable.readUInt16BE(6) / 2;
  const [ends, starts] = [14, 16 + count * 2];
  const [deltas, offsets] = [starts + count * 2, starts + count * 4];
  const letters = new Set<number>();
  for (let range = 0; range < count; range++) {
    const [end, start, delta, offset] = [ends, starts, deltas, offsets].map((column) =>
      subtable.readUInt16BE(column + range * 2),
    ) as [number, number, number, number];
    for (let letter = start; letter <= end && letter < 0xffff; letter++) {
      const listed = offset && subtable.readUInt16BE(offsets + range * 2 + offset + (letter - start) * 2);
      const glyph = offset === 0 ? (letter + delta) & 0xffff : listed;
      if (glyph !== 0) letters.add(letter);
    }
  }
  return letters;
}
