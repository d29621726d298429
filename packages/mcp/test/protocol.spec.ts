import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cleanUpLater, cli, until } from '../../../test/process/support.js';
import { PROGRAM, useAgents } from './agent.js';

const used = useAgents();

it('writes nothing but messages to standard output, and ends with its input', async () => {
  const env = { ...process.env, FOYER_URL: used.instance.url, FOYER_KEY: used.instance.key };
  const child = spawn(process.execPath, [PROGRAM, 'mcp', '--write'], { env, stdio: 'pipe' });
  cleanUpLater(() => Promise.resolve(void child.kill('SIGKILL')));
  const ended = once(child, 'close');
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  };
  send({ id: 1, method: 'initialize', params });
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/call', params: { name: 'search_pages', arguments: {} } });
  send({ id: 3, method: 'tools/call', params: { name: 'get_page', arguments: { pageId: 'page_0' } } });
  send({ id: 4, method: 'tools/call', params: { name: 'nothing', arguments: {} } });
  await until(() => stdout.split('\n').length > 4);
  child.stdin.end();
  expect(await ended).toEqual([0, null]);
  const messages = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { jsonrpc: string; id: number });
  expect(messages.map(({ jsonrpc }) => jsonrpc)).toEqual(['2.0', '2.0', '2.0', '2.0']);
  expect(messages.map(({ id }) => id).sort()).toEqual([1, 2, 3, 4]);
  expect(stderr).toBe('');
});

it('says in one line that the key is wrong', async () => {
  const command = cli(['mcp'], { FOYER_URL: used.instance.url, FOYER_KEY: 'wrong-key' });
  expect(await command.ended).toMatchObject({ code: 1 });
  expect(command.stderr).toMatch(/^[^\n]+\(401 key_invalid req_\w+\)\n$/);
  expect(command.stdout).toBe('');
});
