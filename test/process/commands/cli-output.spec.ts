import { ApiCaller, receive } from './api-caller.js';
import { cleanUp, cli, run } from '../support.js';

afterEach(cleanUp);

const NOWHERE = { DATABASE_URL: 'postgres://127.0.0.1:1/none' };

it.each([[['--help']], [['publish', '--help']]])(
  'ends quietly if nobody reads its output: %j',
  async (words) => {
    const command = cli(words, NOWHERE);
    command.child.stdout!.destroy();
    expect(await command.ended).toEqual({ code: 0, signal: null });
    expect(command.stderr).toBe('');
  },
);

/** Runs a command whose output goes to a full disk. */
function intoFullDisk(words: string, environment: Record<string, string>) {
  return run(['sh', '-c', `exec "$0" dist/cli.js ${words} > /dev/full`, process.execPath], environment);
}

it('fails if its output can not be written', async () => {
  const full = 'The output can not be written: ENOSPC: no space left on device, write.\n';
  const help = intoFullDisk('--help', NOWHERE);
  expect(await help.ended).toEqual({ code: 1, signal: null });
  expect(help.stderr).toBe(full);
  const { instance } = await ApiCaller.start();
  await instance.send('POST', '/v0/topics', { title: 'News' });
  const environment = { FOYER_URL: instance.url, FOYER_KEY: instance.key };
  const tail = intoFullDisk('events tail --json --from 2020-01-01T00:00:00Z', environment);
  expect(await tail.ended).toEqual({ code: 1, signal: null });
  expect(tail.stderr.trimEnd().split('\n')).toEqual(expect.arrayContaining([full.trimEnd()]));
});

describe('texts that control a terminal', () => {
  const DETAIL = 'The \u001B[2Jmodel\r\nis \u009B31maway';
  const VERSION = {
    ...{ versionId: 'version_1', status: 'draft', publishedAt: null },
    draftReason: { code: 'composer_failed', detail: DETAIL },
  };

  async function publish(...words: string[]) {
    const service = await receive([201], (answer, status) =>
      answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(VERSION)),
    );
    const environment = { FOYER_URL: new URL(service.url).origin, FOYER_KEY: 'a-key' };
    const command = cli(['publish', 'page_1', 'audience_1', ...words], environment);
    return { ...(await command.ended), stdout: command.stdout, stderr: command.stderr };
  }

  it('are no part of a failure', async () => {
    const { code, stderr } = await publish('--wait');
    expect([code, stderr]).toEqual([1, 'Version version_1 is draft: The  [2Jmodel is  31maway.\n']);
  });

  it('are escaped in JSON', async () => {
    const { code, stdout } = await publish('--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(VERSION);
    expect(stdout.trimEnd()).not.toMatch(/\p{Cc}/u);
  });
});
