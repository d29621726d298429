import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { internalsOf } from '../../../test/support/library-internals.js';
import { acceptMissingHost, stopListening } from './node-http-internals.js';

const part = internalsOf('node', '24.21.0', 'src/shared/libraries/node-http-internals.ts');

const WITH_HOST = 'GET / HTTP/1.1\r\nHost: here\r\n\r\n';
const OK = 'HTTP/1.1 200 OK';
const WITHOUT_HOST = 'GET / HTTP/1.1\r\n\r\n';

let server: Server;
let socket: Socket;

beforeEach(async () => {
  server = createServer((_req, res) => res.end('well'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  socket = await open();
});
afterEach(() => {
  socket.destroy();
  server.close();
});

function open(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const opened = connect(port, '127.0.0.1', () => resolve(opened)).once('error', reject);
  });
}

/** Returns the first line of the complete answer, or '' if the connection is closed instead. */
function ask(request: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const end = () => resolve(answer.split('\r\n')[0]!);
    socket.once('close', end).once('error', end);
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString();
      if (answer.endsWith('\r\n\r\nwell')) end();
    });
    socket.write(request);
  });
}

part(
  'the `close` of a TCP server leaves idle connections open, and returns when the last is closed',
  async () => {
    const before = await ask(WITH_HOST);
    const { port } = server.address() as AddressInfo;
    let isStopped = false;
    const stopped = stopListening(server).then(() => (isStopped = true));
    const refused = await new Promise<unknown>((resolve) =>
      connect(port, '127.0.0.1', () => resolve(undefined)).once('error', resolve),
    );
    const after = await ask(WITH_HOST);
    const isOpen = !isStopped;
    socket.destroy();
    return (await stopped) && isOpen && refused !== undefined && [before, after].join() === `${OK},${OK}`;
  },
);

part('`close` of an HTTP server closes idle connections itself', async () => {
  await ask(WITH_HOST);
  server.close();
  return (await ask(WITH_HOST)) === '';
});

part('a request without a Host is refused, until `requireHostHeader` of the server is false', async () => {
  const refused = await ask(WITHOUT_HOST);
  socket = await open();
  acceptMissingHost(server);
  return refused === 'HTTP/1.1 400 Bad Request' && (await ask(WITHOUT_HOST)) === OK;
});
