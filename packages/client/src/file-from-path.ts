import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';

const ENDED = { done: true, value: undefined } as const;

/** A file on disk, to upload it. It is read when it is sent, and again for a repeat. */
export async function fileFromPath(path: string): Promise<File> {
  return new FileOnDisk(await openAsBlob(path), basename(path));
}

/**
 * Reading fails if the file has changed or vanished. `fetch` of Node 24 does not catch that, which ends the process. A
 * body that is shorter than announced is a failure of the call.
 */
class FileOnDisk extends File {
  readonly #content: Blob;

  constructor(content: Blob, name: string) {
    super([content], name);
    this.#content = content;
  }

  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const reader = this.#content.stream().getReader();
    return new ReadableStream({
      async pull(controller) {
        const { done, value } = await reader.read().catch(() => ENDED);
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    });
  }
}
