import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { readSettings } from '../../src/shared/config/settings.js';
import { Incoming } from '../../src/shared/storage/incoming.js';

it('leaves nothing behind of files that break off before their first byte', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'foyer-incoming-'));
  const incoming = new Incoming(readSettings({ DATA_DIR }));
  const broken = () => {
    const content = new Readable({ read: () => undefined });
    content.on('error', () => undefined).destroy(new Error('cut off'));
    return incoming.receive(content);
  };
  const ended = await Promise.allSettled(Array.from({ length: 300 }, broken));
  expect(ended.every(({ status }) => status === 'rejected')).toBe(true);
  expect(await readdir(join(DATA_DIR, 'files', 'incoming'))).toEqual([]);
  await rm(DATA_DIR, { recursive: true });
});
