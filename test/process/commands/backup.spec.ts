import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { create } from 'tar';
import {
  cleanUp,
  cli,
  type Ending,
  filledDataDir,
  type Instance,
  killServer,
  removeTemplates,
  start,
  until,
} from '../support.js';

const GOOD_END: Ending = { code: 0, signal: null };
const NOTE = 'Kept as well.';

afterEach(cleanUp);
afterAll(removeTemplates);

it('brings back what was there when the backup was made, after the data were destroyed', async () => {
  const DATA_DIR = await filledDataDir();
  const archive = path.join(path.dirname(DATA_DIR), 'foyer.tar.gz');
  const service = await start({ DATA_DIR });
  const { downloadUrl } = await upload(service);
  const writer = writeTopics(service);
  await until(() => writer.acknowledged.length >= 20);

  const before = [...writer.acknowledged];
  const backup = cli(['backup', archive], { DATA_DIR });
  expect([await backup.ended, backup.stderr]).toEqual([GOOD_END, '']);
  expect((await stat(archive)).mode & 0o777).toBe(0o600);
  await until(() => writer.acknowledged.length > before.length);
  await writer.stop();
  expect(await refusal(['restore', archive], DATA_DIR)).toMatch(/^The database in .+ is in use/);
  await service.stop('SIGKILL');
  await killServer(DATA_DIR);
  await rm(path.join(DATA_DIR, 'postgres', 'data', 'base'), { recursive: true });
  await rm(path.join(DATA_DIR, 'files'), { recursive: true });
  await rm(path.join(DATA_DIR, 'api-key'));

  const restore = cli(['restore', archive], { DATA_DIR });
  expect([await restore.ended, restore.stderr]).toEqual([GOOD_END, '']);
  expect(restore.stdout).toMatch(/The previous data is now in \S+postgres\.before-restore-\S+\.\n$/);
  const again = await start({ DATA_DIR });
  expect(again.key).toBe(service.key);
  for (const topicId of before) expect((await again.get(`/v0/topics/${topicId}`)).status).toBe(200);
  expect(await (await again.get(downloadUrl)).text()).toBe(NOTE);
  expect((await again.send('POST', '/v0/topics', { title: 'After' })).status).toBe(201);
  expect(await again.stop()).toEqual(GOOD_END);
});

it('refuses what can not be done, and leaves the data alone', async () => {
  const DATA_DIR = await filledDataDir();
  const archive = path.join(path.dirname(DATA_DIR), 'foyer.tar.gz');
  const backup = cli(['backup', archive], { DATA_DIR });
  expect(await backup.ended).toEqual(GOOD_END);
  const names = await readdir(DATA_DIR);

  expect(await refusal(['backup', archive], DATA_DIR)).toMatch(/already exists; choose another file name/);
  expect(await refusal(['backup', '/nowhere/foyer.tar.gz'], DATA_DIR)).toMatch(
    /^The backup .+ failed: ENOENT/,
  );
  expect(await refusal(['restore', `${archive}.gz`], DATA_DIR)).toMatch(/^There is no backup/);
  const bytes = await readFile(archive);
  await writeFile(archive, bytes.subarray(0, bytes.length / 2));
  expect(await refusal(['restore', archive], DATA_DIR)).toMatch(/can't be read as a backup/);
  expect(await readdir(DATA_DIR)).toEqual(names);
  await writeFile(archive, 'something else');
  expect(await refusal(['restore', archive], DATA_DIR)).toMatch(
    /can't be read as a backup|is not a Foyer backup/,
  );
  expect(await readdir(DATA_DIR)).toEqual(names);
  for (const manifest of ['{', 'null', '{}']) {
    await writeFile(path.join(path.dirname(DATA_DIR), 'backup.json'), manifest);
    await create({ file: archive, gzip: true, cwd: path.dirname(DATA_DIR) }, ['backup.json']);
    expect(await refusal(['restore', archive], DATA_DIR)).toMatch(
      / is damaged: its backup\.json can't be read \(/,
    );
  }
  expect(await readdir(DATA_DIR)).toEqual(names);
  const elsewhere = cli(['backup', 'x'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
  expect(await elsewhere.ended).toEqual({ code: 1, signal: null });
  expect(elsewhere.stderr).toMatch(/^DATABASE_URL is set, [^\n]+\n$/);
});

async function refusal(words: string[], DATA_DIR: string): Promise<string> {
  const command = cli(words, { DATA_DIR });
  expect(await command.ended).toEqual({ code: 1, signal: null });
  expect(command.stderr).toMatch(/^[^\n]+\n$/);
  return command.stderr;
}

async function upload({ url, key }: Instance): Promise<{ assetId: string; downloadUrl: string }> {
  const form = new FormData();
  form.set('name', 'Note');
  form.set('type', 'custom-component');
  form.set('file', new Blob([NOTE]));
  const answer = await fetch(`${url}/v0/assets`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: form,
  });
  expect(answer.status).toBe(201);
  return (await answer.json()) as { assetId: string; downloadUrl: string };
}

interface Writer {
  acknowledged: string[];
  stop(): Promise<void>;
}

/** Goes on writing while the backup is made. */
function writeTopics(service: Instance): Writer {
  const acknowledged: string[] = [];
  let isStopped = false;
  const written = (async () => {
    while (!isStopped) {
      const answer = await service.send('POST', '/v0/topics', { title: 'Kept' });
      if (answer.status === 201) acknowledged.push(((await answer.json()) as { topicId: string }).topicId);
    }
  })();
  const stop = () => {
    isStopped = true;
    return written;
  };
  return { acknowledged, stop };
}
