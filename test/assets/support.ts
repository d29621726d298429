import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AssetView } from '../../src/modules/assets/dto/assets.dto.js';
import type { TestService, TestTenant } from '../support/test-service.js';

const bytes = (text: string, rest = 64) =>
  Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(rest, 7)]);

/** The least that tells what a file is. */
export const CONTENT = {
  png: bytes('\x89PNG\r\n\x1a\n'),
  jpeg: bytes('\xff\xd8\xff\xe0'),
  gif: bytes('GIF89a'),
  webp: bytes('RIFF\x10\0\0\0WEBPVP8 '),
  avif: bytes('\0\0\0\x1cftypavif'),
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
