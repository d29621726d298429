import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Mounts a separate disk, in memory, on the folder. */
export function mountDisk(folder: string, size: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder], { stdio: 'ignore' });
}

/** Works even while a file on the disk is open: the disk goes away with the last one. */
export function unmountDisk(folder: string): void {
  execFileSync('umount', ['--lazy', folder]);
}

/** `it`, if disks can be mounted: only root may mount, and not in every container. */
export const onSmallDisk = canMount() ? it : it.skip;

function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-small-disk-'));
  try {
    mountDisk(folder, '1m');
    unmountDisk(folder);
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(folder);
  }
}
