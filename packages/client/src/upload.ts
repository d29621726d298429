import type { CreateAsset } from './generated/types.gen.js';
import { abortable } from './timers.js';

/** A file to upload. For a path, use `fileFromPath` of `@foyer/client/node`. */
export type Uploadable = Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | Uint8Array;

export type AssetUpload = Omit<CreateAsset, 'file'> & { file: Uploadable };

/** A form with a field for each item of a list. */
export async function formOf(upload: AssetUpload, signal?: AbortSignal): Promise<FormData> {
  const form = new FormData();
  const { file: content, ...fields } = upload;
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) form.append(name, String(item));
  }
  // The type of a file is decided by its content; `file` is the name that forms require.
  const file = await blobOf(content, signal);
  if ('name' in file) form.append('file', file);
  else form.append('file', file, 'file');
  return form;
}

/** A stream is read to its end, because a repeated call needs its content again. */
async function blobOf(file: Uploadable, signal?: AbortSignal): Promise<Blob> {
  if (file instanceof Blob) return file;
  if (file instanceof Uint8Array) return new Blob([file as Uint8Array<ArrayBuffer>]);
  const reader = readerOf(file);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  try {
    for (;;) {
      const part = await (signal ? abortable(reader.next(), signal) : reader.next());
      if (part.done) return new Blob(chunks);
      chunks.push(part.value as Uint8Array<ArrayBuffer>);
    }
  } catch (error) {
    // A stream that does not go on may not stop either.
    reader.return?.().catch(() => undefined);
    throw error;
  }
}

function readerOf(file: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>): AsyncIterator<Uint8Array> {
  if (file instanceof ReadableStream) {
    const reader = file.getReader();
    const done = { done: true, value: undefined } as const;
    return {
      next: async () => (await reader.read()) as IteratorResult<Uint8Array>,
      return: () => reader.cancel().then(() => done),
    };
  }
  if (typeof file === 'object' && file !== null && Symbol.asyncIterator in file)
    return file[Symbol.asyncIterator]();
  throw new TypeError(
    'file must be a File, a Blob, a stream or bytes. For a path, use fileFromPath of @foyer/client/node.',
  );
}
