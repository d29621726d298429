import type { CreateAsset } from './generated/types.gen.js';

/** A file to upload. For a path, use `fileFromPath` of `@foyer/client/node`. */
export type Uploadable = Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | Uint8Array;

export type AssetUpload = Omit<CreateAsset, 'file'> & { file: Uploadable };

/** A form with a field for each item of a list. */
export async function formOf(upload: AssetUpload): Promise<FormData> {
  const form = new FormData();
  const { file: content, ...fields } = upload;
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) form.append(name, String(item));
  }
  // The type of a file is decided by its content; `file` is the name that forms require.
  const file = await blobOf(content);
  if ('name' in file) form.append('file', file);
  else form.append('file', file, 'file');
  return form;
}

/** A stream is read to its end, because a repeated call needs its content again. */
async function blobOf(file: Uploadable): Promise<Blob> {
  if (file instanceof Blob) return file;
  if (file instanceof Uint8Array) return new Blob([file as Uint8Array<ArrayBuffer>]);
  if (file instanceof ReadableStream)
    return new Response(file as ReadableStream<Uint8Array<ArrayBuffer>>).blob();
  if (typeof file !== 'object' || file === null || !(Symbol.asyncIterator in file)) {
    throw new TypeError(
      'file must be a File, a Blob, a stream or bytes. For a path, use fileFromPath of @foyer/client/node.',
    );
  }
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of file) chunks.push(chunk as Uint8Array<ArrayBuffer>);
  return new Blob(chunks);
}
