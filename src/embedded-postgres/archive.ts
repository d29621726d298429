import { open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { Header } from 'tar';

const BLOCK = 512;
const CHUNK = 65_536;

/** A tar entry for a file whose content is in memory. */
export function* textEntry(name: string, text: string): Generator<Buffer> {
  const content = Buffer.from(text);
  yield headerOf(name, 'File', content.length);
  yield content;
  yield paddingOf(content.length);
}

/** The entry of a path that `walk` found below the root. */
export async function* entryOf(root: string, name: string, prefix = ''): AsyncGenerator<Buffer> {
  if (name.endsWith('/')) yield headerOf(prefix + name, 'Directory', 0);
  else yield* fileEntry(prefix + name, path.join(root, name));
}

export function* archiveEnd(): Generator<Buffer> {
  yield Buffer.alloc(2 * BLOCK);
}

/**
 * A file in its present state, even if another process is writing to it: the entry keeps the initial size, whatever
 * happens to the file. A file that is gone has no entry.
 */
async function* fileEntry(name: string, file: string): AsyncGenerator<Buffer> {
  const handle = await open(file).catch(unlessMissing);
  if (!handle) return;
  try {
    const { size } = await handle.stat();
    yield headerOf(name, 'File', size);
    for (let done = 0; done < size;) {
      const chunk = Buffer.alloc(Math.min(CHUNK, size - done));
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, done);
      // Pads with zeros if the file was truncated since.
      done += bytesRead || chunk.length;
      yield bytesRead ? chunk.subarray(0, bytesRead) : chunk;
    }
    yield paddingOf(size);
  } finally {
    await handle.close();
  }
}

/** Yields a file, or a folder with everything below it: paths relative to the root; folders end in a slash. */
export async function* walk(root: string, name: string): AsyncGenerator<string> {
  const found = await stat(path.join(root, name)).catch(unlessMissing);
  if (found?.isFile()) yield name;
  if (!found?.isDirectory()) return;
  yield `${name}/`;
  for (const inside of (await readdir(path.join(root, name)).catch(unlessMissing)) ?? [])
    yield* walk(root, `${name}/${inside}`);
}

export async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(unlessMissing)) !== undefined;
}

function headerOf(name: string, type: 'File' | 'Directory', size: number): Buffer {
  const mode = type === 'File' ? 0o600 : 0o700;
  const header = new Header({ path: name, type, size, mode, mtime: new Date() });
  const block = Buffer.alloc(BLOCK);
  if (header.encode(block)) throw new Error(`The name ${name} is too long for an archive.`);
  return block;
}

function paddingOf(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
