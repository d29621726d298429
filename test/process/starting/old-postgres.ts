import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { cleanUpLater } from '../support.js';

const INTEGER = 23;
const TEXT_FORMAT = 0;

/** Speaks just enough of PostgreSQL's protocol to answer any query with one number: its version. */
export async function startOldPostgres(version: number): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int32(0)), READY]));
      socket.on('data', (data) => {
        if (data.toString('latin1', 0, 1) === 'Q') socket.write(answer(String(version)));
        else socket.end();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUpLater(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `postgres://user:secret@127.0.0.1:${(server.address() as AddressInfo).port}/old`;
}

const READY = message('Z', Buffer.from('I'));

function answer(value: string): Buffer {
  const column = Buffer.concat([
    Buffer.from('version\0'),
    int32(0),
    int16(0),
    int32(INTEGER),
    int16(4),
    int32(-1),
    int16(TEXT_FORMAT),
  ]);
  return Buffer.concat([
    message('T', Buffer.concat([int16(1), column])),
    message('D', Buffer.concat([int16(1), int32(value.length), Buffer.from(value)])),
    message('C', Buffer.from('SELECT 1\0')),
    READY,
  ]);
}

function message(type: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type), int32(content.length + 4), content]);
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
