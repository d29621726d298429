import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanUpLater, cli, until } from '../../../test/process/support.js';
import { PROGRAM, useAgents } from './agent.js';

const used = useAgents();

const CLIENT = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'raw', version: '1' },
};

/** A server without the client of the SDK. */
function spawnServer(url: string) {
  const env = { ...process.env, FOYER_URL: url, FOYER_KEY: used.instance.key };
  const child = spawn(process.execPath, [PROGRAM, 'mcp', '--write'], { env, stdio: 'pipe' });
  cleanUpLater(() => Promise.resolve(void child.kill('SIGKILL')));
  const printed = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (printed.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed.stderr += chunk.toString()));
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  send({ id: 1, method: 'initialize', params: CLIENT });
  send({ method: 'notifications/initialized' });
  const use = (id: number, name: string, input = {}) =>
    send({ id, method: 'tools/call', params: { name, arguments: input } });
  return { printed, use, ended: once(child, 'close'), endInput: () => child.stdin.end() };
}

it('writes nothing but messages to standard output, and ends with its input', async () => {
  const server = spawnServer(used.instance.url);
  server.use(2, 'search_pages');
  server.use(3, 'get_page', { pageId: 'page_0' });
  server.use(4, 'nothing');
  await until(() => server.printed.stdout.split('\n').length > 4);
  server.endInput();
  expect(await server.ended).toEqual([0, null]);
  const messages = server.printed.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { jsonrpc: string; id: number });
  expect(messages.map(({ jsonrpc }) => jsonrpc)).toEqual(['2.0', '2.0', '2.0', '2.0']);
  expect(messages.map(({ id }) => id).sort()).toEqual([1, 2, 3, 4]);
  expect(server.printed.stderr).toBe('');
});

it('ends with its input although the service does not answer', async () => {
  const asked = Promise.withResolvers<void>();
  const service = createServer(({ url }, response) => {
    if (url !== '/v0/me') return asked.resolve();
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"scopes":["*"]}');
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  cleanUpLater(() => new Promise((resolve) => void service.close(resolve).closeAllConnections()));
  const server = spawnServer(`http://127.0.0.1:${(service.address() as AddressInfo).port}`);
  server.use(2, 'list_topics');
  await asked.promise;
  server.endInput();
  expect(await server.ended).toEqual([0, null]);
});

it('says in one line that the key is wrong', async () => {
  const command = cli(['mcp'], { FOYER_URL: used.instance.url, FOYER_KEY: 'wrong-key' });
  expect(await command.ended).toMatchObject({ code: 1 });
  expect(command.stderr).toMatch(/^[^\n]+\(401 key_invalid req_\w+\)\n$/);
  expect(command.stdout).toBe('');
});
