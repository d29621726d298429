import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Settings } from '../../../shared/config/settings.js';
import { type Finding, ok, warning, wrong } from './finding.js';

const MIB = 2 ** 20;

/** Below that, one large upload or a vacuum fills the disk. */
const LEAST_MIB = 256;
const COMFORTABLE_MIB = 2048;

/** Of the disk with the data folder: the database's own disk is known to its server alone. */
export async function diskFindings({ DATA_DIR, DATABASE_URL, S3_BUCKET }: Settings): Promise<Finding[]> {
  if (DATABASE_URL !== undefined && S3_BUCKET !== undefined)
    return [ok('disk', `not needed: files are in the bucket ${S3_BUCKET}`)];
  const folder = await existing(resolve(DATA_DIR));
  try {
    await access(folder, constants.W_OK | constants.X_OK);
  } catch {
    const advice = 'Let the user of the service own the folder, or set DATA_DIR to another one.';
    return [wrong('disk', `${folder} is not writable`, advice)];
  }
  const { bavail, bsize } = await statfs(folder);
  const freeMib = Math.floor((bavail * bsize) / MIB);
  const found = `${freeMib.toLocaleString('en')} MiB are free for ${DATA_DIR}`;
  if (freeMib < LEAST_MIB) return [wrong('disk', found, 'Free space now: a full disk stops all changes.')];
  if (freeMib < COMFORTABLE_MIB) return [warning('disk', found, 'Free space soon.')];
  return [ok('disk', found)];
}

/** The folder, or the one in which it would be created. */
async function existing(folder: string): Promise<string> {
  const isThere = await access(folder).then(
    () => true,
    () => false,
  );
  return isThere || dirname(folder) === folder ? folder : existing(dirname(folder));
}
