import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { locateBinaries, program } from '../../src/embedded-postgres/binaries.js';
import { EmbeddedDatabaseError } from '../../src/embedded-postgres/embedded-database-error.js';
import { startEmbeddedServer } from '../../src/embedded-postgres/embedded-server.js';
import {
  clusterData,
  newDataDir,
  nobody,
  removeFolders,
  runsAsRoot,
  temporaryFolder,
} from './data-folders.js';
import { failureFrom, killParticipants, launchParticipant } from './participants.js';

afterEach(async () => {
  await killParticipants();
  await removeFolders();
});

async function failureOf(attempt: Promise<unknown>): Promise<string> {
  const error: unknown = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(EmbeddedDatabaseError);
  const { message } = error as EmbeddedDatabaseError;
  expect(message).not.toContain('\n');
  return message;
}

it('names the folder that cannot be made, and the settings that help', async () => {
  const file = path.join(await temporaryFolder(), 'file');
  await writeFile(file, '');
  const message = await failureOf(startEmbeddedServer({ dataDir: path.join(file, '.data') }));
  expect(message).toMatch(/file\/\.data cannot be written: ENOTDIR.* Set DATA_DIR .* DATABASE_URL/);
});

if (process.platform === 'linux') {
  it('gives up where a folder can never be made', async () => {
    const message = await failureOf(startEmbeddedServer({ dataDir: '/proc/foyer/data' }));
    expect(message).toMatch(/^The data folder \/proc\/foyer\/data cannot be written/);
  });
}

// A checkout may be closed to that user, who then cannot even run this script.
const nobodyCanRunThis =
  runsAsRoot &&
  spawnSync(process.execPath, [path.resolve('test/embedded/participant.mjs'), 'node:fs'], nobody).status !==
    null;

(!runsAsRoot || nobodyCanRunThis ? it : it.skip)(
  'says which folder an ordinary user cannot write',
  async () => {
    const folder = await temporaryFolder();
    await chmod(folder, 0o555);
    const message = await failureFrom(
      launchParticipant(folder, { account: runsAsRoot ? nobody : undefined }),
    );
    expect(message).toContain(`The data folder ${folder} cannot be written: EACCES`);
    expect(message).toMatch(/Set DATA_DIR .* DATABASE_URL/);
  },
);

it('names both versions when the database is of another PostgreSQL', async () => {
  const dataDir = await newDataDir();
  await mkdir(clusterData(dataDir), { recursive: true });
  await writeFile(path.join(clusterData(dataDir), 'PG_VERSION'), '17\n');
  if (runsAsRoot) await chown(path.join(dataDir, 'postgres'), nobody.uid, nobody.gid);
  const message = await failureOf(startEmbeddedServer({ dataDir }));
  expect(message).toMatch(
    /created by PostgreSQL 17, but the bundled version is 18\. Set DATA_DIR .* DATABASE_URL/,
  );
});

it('does not begin with an empty database in place of one that is missing', async () => {
  const dataDir = await newDataDir();
  await symlink('/var/lib/foyer/cluster-elsewhere', path.join(dataDir, 'postgres'));
  const message = await failureOf(startEmbeddedServer({ dataDir }));
  expect(message).toContain('leads to /var/lib/foyer/cluster-elsewhere, which holds no usable database');
});

it('repeats what initdb said when it ran out of space', async () => {
  const dataDir = await newDataDir();
  const message = await failureFrom(launchParticipant(dataDir, { fileSizeLimit: 1000 }));
  expect(message).toMatch(
    /could not create a database in .*\.data: .*too large.* Set DATA_DIR .* DATABASE_URL/,
  );
});

it('tells when there is no PostgreSQL for the platform, or none installed', async () => {
  const unknown = await failureOf(locateBinaries('sunos', 'x64'));
  expect(unknown).toMatch(/no bundled PostgreSQL for sunos-x64; set DATABASE_URL/);
  const missing = await failureOf(locateBinaries('linux', 'ppc64'));
  expect(missing).toMatch(/@embedded-postgres\/linux-ppc64\) is not installed; set DATABASE_URL/);
});

it.each(['a$(touch pwned)', 'a"b', 'a`b', 'a\\b'])(
  'runs no program below %s, which a shell would read',
  (name) => {
    const run = () => program({ folder: path.join('/srv', name), version: '18.4.0' }, 'pg_ctl');
    expect(run).toThrow(/can't be run from .* because of the .* move Foyer .* or set DATABASE_URL/);
  },
);
