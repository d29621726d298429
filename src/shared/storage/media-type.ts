/** How much of a file is read to determine its type. */
export const HEAD_BYTES = 4096;

type Signature = (head: Buffer) => boolean;

const at =
  (offset: number, ...texts: string[]): Signature =>
  (head) =>
    texts.some((text) => head.toString('latin1', offset, offset + text.length) === text);

const both =
  (a: Signature, b: Signature): Signature =>
  (head) =>
    a(head) && b(head);

const MP4_BRANDS = ['isom', 'iso2', 'iso4', 'iso5', 'iso6', 'mp41', 'mp42', 'avc1', 'dash', 'M4V ', 'MSNV'];

/** The first bytes of each type. The file's name and the type that its sender declares are ignored. */
const SIGNATURES: readonly [mediaType: string, matches: Signature][] = [
  ['image/png', at(0, '\x89PNG\r\n\x1a\n')],
  ['image/jpeg', at(0, '\xff\xd8\xff')],
  ['image/gif', at(0, 'GIF87a', 'GIF89a')],
  ['image/webp', both(at(0, 'RIFF'), at(8, 'WEBP'))],
  ['image/avif', both(at(4, 'ftyp'), at(8, 'avif', 'avis'))],
  ['image/x-icon', at(0, '\0\0\x01\0')],
  ['video/mp4', both(at(4, 'ftyp'), at(8, ...MP4_BRANDS))],
  ['video/quicktime', both(at(4, 'ftyp'), at(8, 'qt  '))],
  ['video/webm', both(at(0, '\x1a\x45\xdf\xa3'), (head) => head.subarray(0, 64).includes('webm'))],
  ['application/zip', at(0, 'PK\x03\x04')],
];

/** Only an XML declaration, comments and a document type may precede the root element. */
const SVG =
  /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:[^-]|-(?!->))*-->\s*|<!DOCTYPE\s+svg[^>[]*>\s*)*<svg[\s/>]/;

/** Undefined if the type is unknown. `isText`: the whole content is UTF-8 without control characters. */
export function mediaTypeOf(head: Buffer, isText: boolean): string | undefined {
  const found = SIGNATURES.find(([, matches]) => matches(head));
  if (found) return found[0];
  if (!isText || head.length === 0) return undefined;
  return SVG.test(head.toString('utf8')) ? 'image/svg+xml' : 'text/plain';
}
