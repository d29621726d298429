import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { readSettings } from '../../src/shared/config/settings.js';
import { UploadFolder } from '../../src/shared/storage/upload-folder.js';

it('reads no content before its file is open, so that what fails at once is really removed', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'foyer-incoming-'));
  const folder = join(DATA_DIR, 'files', 'incoming');
  const uploads = new UploadFolder(readSettings({ DATA_DIR }));
  const seen: number[] = [];
  const content = new Readable({
    read() {
      seen.push(readdirSync(folder).length);
      this.destroy(new Error('cut off'));
    },
  });
  await expect(uploads.receive(content)).rejects.toThrow('cut off');
  expect(seen).toEqual([1]);
  expect(await readdir(folder)).toEqual([]);
  await rm(DATA_DIR, { recursive: true });
});

it('removes what a killed process has left behind for an hour, and leaves what may still arrive', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'foyer-incoming-'));
  const folder = join(DATA_DIR, 'files', 'incoming');
  await mkdir(folder, { recursive: true });
  for (const minutes of [59, 61]) {
    const path = join(folder, `${minutes}-minutes`);
    await writeFile(path, '');
    await utimes(path, new Date(), new Date(Date.now() - minutes * 60_000));
  }
  await new UploadFolder(readSettings({ DATA_DIR })).removeStale();
  expect(await readdir(folder)).toEqual(['59-minutes']);
  await rm(DATA_DIR, { recursive: true });
});
