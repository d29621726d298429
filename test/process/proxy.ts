import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { freePort } from '../support/servers/free-port.mjs';
import { cleanUpLater } from './support.js';

export interface Proxy {
  /** The database's address, by way of the proxy. */
  url: string;
  /** Cuts every connection and takes no more. */
  close(): Promise<void>;
  /** From now on nothing is passed on, but every connection stays open, as with a server that is frozen. */
  freeze(): void;
  /** From the first message to the database on that has this text, a connection passes nothing on. Ends with the first. */
  holdBack(text: string): Promise<void>;
  /** From now on a new connection gets no answer; those that there are go on. */
  keepNewWaiting(): void;
  /** How many connections were ever made. */
  readonly connections: number;
  /** To the same database, or to where it is by now. */
  reopen(databaseUrl?: string): Promise<void>;
}

/** Stands between the service and its database, so that a test can take the database away. */
export async function startProxy(databaseUrl: string): Promise<Proxy> {
  let target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let connections = 0;
  let isFrozen = false;
  let mustNewWait = false;
  let held: { text: string; tell: () => void } | undefined;
  const gate = () =>
    new Transform({
      transform(chunk: Buffer, _, pass) {
        if (held && chunk.includes(held.text)) held.tell();
        else pass(null, chunk);
      },
    });
  const server = createServer((near) => {
    connections++;
    if (isFrozen || mustNewWait) return void sockets.add(near.on('error', () => undefined));
    const far = connect(Number(target.port || 5432), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(gate()).pipe(far).pipe(near);
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen({ port, host: '127.0.0.1' }, resolve));
  const close = () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    return closed;
  };
  const port = await freePort();
  await listen(port);
  cleanUpLater(close);
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  const reopen = (to = databaseUrl) => {
    isFrozen = false;
    target = new URL(to);
    return listen(port);
  };
  const freeze = () => {
    isFrozen = true;
    for (const socket of sockets) socket.unpipe().pause();
  };
  const holdBack = (text: string) => new Promise<void>((tell) => (held = { text, tell }));
  return {
    ...{ url: url.href, close, reopen, freeze, holdBack },
    keepNewWaiting: () => void (mustNewWait = true),
    get connections() {
      return connections;
    },
  };
}
