import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AssetView } from '../../src/modules/assets/dto/assets.dto.js';
import { tinyPng } from '../support/picture-files.js';
import type { TestService, TestTenant } from '../support/test-service.js';

const bytes = (text: string, rest = 64) =>
  Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(rest, 7)]);

const base64 = (text: string) => Buffer.from(text, 'base64');

/** Pictures of one pixel; of other files, the least that tells what they are. */
export const CONTENT = {
  png: Buffer.concat([tinyPng(), Buffer.alloc(72)], 72),
  jpeg: base64(
    '/9j/2wBDABsbGxscGx4hIR4qLSgtKj04MzM4PV1CR0JHQl2NWGdYWGdYjX2Xe3N7l33gsJycsOD/2c7Z////////////////2wBDARsb' +
      'GxscGx4hIR4qLSgtKj04MzM4PV1CR0JHQl2NWGdYWGdYjX2Xe3N7l33gsJycsOD/2c7Z////////////////wgARCAABAAEDASIAAhEB' +
      'AxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAVAQEBAAAAAAAAAAAAAAAAAAAEBf/aAAwDAQACEAMQAAAAgBbH/8QAFBABAAAAAAAA' +
      'AAAAAAAAAAAAAP/aAAgBAQABPwB//8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAgBAgEBPwB//8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/a' +
      'AAgBAwEBPwB//9k=',
  ),
  gif: base64('R0lGODlhAQABAIAAAExpccAgECH5BAUAAAAALAAAAAABAAEAAAICTAEAOw=='),
  webp: base64('UklGRh4AAABXRUJQVlA4TBEAAAAvAAAAAAdQkAIXov+BiOh/AAA='),
  avif: base64(
    'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJp' +
      'bG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAACIAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAAB' +
      'AAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAAAEAAAABAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAA' +
      'AAEAAQOBAgMAAAAqbWRhdBIACgc4AAaQENBpMhUcQmLk4AAWAACQNY48fso2eRC6p+A=',
  ),
  ico: bytes('\0\0\x01\0\x01\0'),
  mp4: bytes('\0\0\0\x18ftypisom'),
  mov: bytes('\0\0\0\x14ftypqt  '),
  webm: bytes('\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm'),
  zip: bytes('PK\x03\x04'),
  svg: Buffer.from('<?xml version="1.0"?>\n<!-- drawn -->\n<svg xmlns="http://www.w3.org/2000/svg"/>'),
  html: Buffer.from('<!doctype html><script>alert(1)</script>'),
  text: Buffer.from('export default () => "Grüße";'),
  pdf: bytes('%PDF-1.7'),
  matroska: bytes('\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x88matroska'),
  heic: bytes('\0\0\0\x18ftypheic'),
  nothing: Buffer.alloc(0),
} as const;

export interface Upload {
  content?: Uint8Array;
  fileName?: string;
  /** What the sender calls it. */
  declared?: string;
  /** Null leaves the field out. */
  fields?: Record<string, string | string[] | null>;
  headers?: Record<string, string>;
}

export function formOf({ content = CONTENT.png, fileName = 'x', declared, fields = {} }: Upload): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ name: 'Picture', type: 'image', ...fields })) {
    for (const text of value === null ? [] : [value].flat()) form.append(name, text);
  }
  form.append('file', new Blob([Buffer.from(content)], { type: declared }), fileName);
  return form;
}

export function sendForm(
  { url }: TestService,
  { key }: TestTenant,
  form: FormData | Blob | Buffer<ArrayBuffer> | string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}/v0/assets`, {
    method: 'POST',
    body: form,
    headers: { 'x-api-key': key, ...headers },
  });
}

export function send(service: TestService, upload: Upload = {}, tenant = service.home): Promise<Response> {
  return sendForm(service, tenant, formOf(upload), upload.headers);
}

export async function made(
  service: TestService,
  upload: Upload = {},
  tenant = service.home,
): Promise<AssetView> {
  const answer = await send(service, upload, tenant);
  if (answer.status !== 201) throw new Error(await answer.text());
  return (await answer.json()) as AssetView;
}

export interface Problem {
  status: number;
  code: string;
  detail: string;
  errors: { pointer: string; code: string }[];
}

export async function problemOf(answer: Response): Promise<Problem> {
  return (await answer.json()) as Problem;
}

/** Every file on disk, arrived or arriving. */
export async function filesOf({ dataDir }: TestService): Promise<string[]> {
  const found = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();
}

export async function orphanCount({ pool }: TestService): Promise<number> {
  return (await pool.query('select from loose_file')).rowCount!;
}
