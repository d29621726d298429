import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mountDisk, onSmallDisk, unmountDisk } from '../support/small-disk.js';
import { startTestService } from '../support/test-service.js';
import { CONTENT, filesOf, made, orphanCount, problemOf, send } from './support.js';

const undo: (() => unknown)[] = [];
afterAll(async () => {
  for (const step of undo) await step();
});

onSmallDisk('an upload onto a full disk is refused (needs root, to mount a small disk)', async () => {
  const disk = mkdtempSync(join(tmpdir(), 'foyer-small-disk-'));
  undo.unshift(() => rmSync(disk, { recursive: true }));
  mountDisk(disk, '1m');
  undo.unshift(() => unmountDisk(disk));
  const service = await startTestService({ DATA_DIR: disk });
  undo.unshift(() => service.close());
  const before = await filesOf({ ...service, dataDir: disk });
  const content = Buffer.concat([CONTENT.png, Buffer.alloc(2 * 1024 * 1024, 7)]);
  const refused = await problemOf(await send(service, { content }));
  expect([refused.status, refused.code]).toEqual([507, 'storage_full']);
  expect(await filesOf({ ...service, dataDir: disk })).toEqual(before);
  expect(await orphanCount(service)).toBe(0);
  await made(service);
});
