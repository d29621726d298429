import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestService, type TestService } from '../support/test-service.js';
import { CONTENT, filesOf, made, orphanCount, problemOf, send } from './support.js';

const disk = mkdtempSync(join(tmpdir(), 'foyer-small-disk-'));
const isMounted = mount();

/** Only root may. */
function mount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

let service: TestService;
beforeAll(async () => {
  if (isMounted) service = await startTestService({ DATA_DIR: disk });
});
afterAll(async () => {
  if (isMounted) {
    await service.close();
    execFileSync('umount', [disk]);
  }
  rmSync(disk, { recursive: true, force: true });
});

const onSmallDisk = isMounted ? it : it.skip;

onSmallDisk('an upload onto a full disk is refused (needs root, to mount a small disk)', async () => {
  const before = await filesOf({ ...service, dataDir: disk });
  const content = Buffer.concat([CONTENT.png, Buffer.alloc(2 * 1024 * 1024, 7)]);
  const refused = await problemOf(await send(service, { content }));
  expect([refused.status, refused.code]).toEqual([507, 'storage_full']);
  expect(await filesOf({ ...service, dataDir: disk })).toEqual(before);
  expect(await orphanCount(service)).toBe(0);
  await made(service);
});
