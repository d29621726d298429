import type { Socket } from 'node:net';
import type { Script } from './raw-receiver.js';

const ok = (body = 'ok') => `HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const head = (...lines: string[]) => `HTTP/1.1 200 OK\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const CHUNKED = head('transfer-encoding: chunked');
export const KIB = 1024;

/** Goes on for as long as somebody reads. */
function pour(socket: Socket, bytes: string): void {
  const write = () => {
    if (!socket.destroyed) socket.write(bytes, () => setImmediate(write));
  };
  write();
}

function trickle(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 20);
  socket.on('close', () => clearInterval(timer));
}

/** What a receiver may answer, by the path it is asked for. */
export const SCRIPTS: Record<string, Script> = {
  ok: (socket) => socket.write(ok()),
  none: (socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'),
  moved: (socket) => socket.write('HTTP/1.1 307 X\r\nlocation: /ok\r\ncontent-length: 0\r\n\r\n'),
  broken: (socket) => socket.write('HTTP/1.1 500 X\r\ncontent-length: 4\r\nretry-after: 7\r\n\r\noops'),
  hints: (socket) => socket.write(`HTTP/1.1 103 X\r\nlink: </a>\r\n\r\nHTTP/1.1 102 X\r\n\r\n${ok()}`),
  silent: () => undefined,
  'half-head': (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-le'),
  'slow-head': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx: ');
    trickle(socket, 'a');
  },
  'endless-hints': (socket) => pour(socket, 'HTTP/1.1 103 X\r\n\r\n'.repeat(100)),
  'endless-lines': (socket) => pour(socket, '\r\n'.repeat(KIB)),
  'endless-status': (socket) => {
    socket.write('HTTP/1.1 200 ');
    pour(socket, 'a'.repeat(4 * KIB));
  },
  'endless-zeros': (socket) => {
    socket.write(CHUNKED);
    pour(socket, '0'.repeat(4 * KIB));
  },
  'endless-extension': (socket) => {
    socket.write(`${CHUNKED}1;`);
    pour(socket, 'a'.repeat(4 * KIB));
  },
  'endless-rest': (socket) => {
    socket.write(ok());
    pour(socket, '\r\n'.repeat(KIB));
  },
  'no-end': (socket) => socket.write(`${CHUNKED}${chunk('begun')}`),
  trickling: (socket) => {
    socket.write(`${CHUNKED}${chunk('.')}`);
    trickle(socket, chunk('.'));
  },
  endless: (socket) => {
    socket.write(CHUNKED);
    pour(socket, chunk('x'.repeat(60 * KIB)));
  },
  'bit-by-bit': (socket) => socket.write(`${CHUNKED}${chunk('y').repeat(16 * KIB)}0\r\n\r\n`),
  'exactly-full': (socket) => socket.write(ok('y'.repeat(16 * KIB))),
  'over-full': (socket) => socket.write(ok(`${'y'.repeat(16 * KIB - 1)}\u00e9z`)),
  short: (socket) => socket.end(`${head('content-length: 100')}only this`),
  'big-head': (socket) =>
    socket.write(
      head(...Array.from({ length: 20 }, (_, n) => `x-${n}: ${'v'.repeat(KIB)}`), 'content-length: 0'),
    ),
  'endless-head': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx: ');
    pour(socket, 'v'.repeat(4 * KIB));
  },
  'many-fields': (socket) => socket.write(`HTTP/1.1 200 OK\r\n${'a:b\r\n'.repeat(40 * KIB)}`),
  'many-trailers': (socket) => socket.write(`${CHUNKED}0\r\n${'a:b\r\n'.repeat(40 * KIB)}`),
  junk: (socket) => socket.write('220 mail.example ESMTP\r\n'),
  'two-lengths': (socket) => socket.write(head('content-length: 1', 'content-length: 2')),
  upgrade: (socket) => socket.write('HTTP/1.1 101 X\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'),
  continue: (socket) => socket.write(`HTTP/1.1 100 Continue\r\n\r\n${ok()}`),
  reset: (socket) => socket.resetAndDestroy(),
  closed: (socket) => socket.end(),
  'bad-bytes': (socket) =>
    socket.write(
      Buffer.concat([
        Buffer.from(head('content-length: 7')),
        Buffer.from([0x61, 0, 0xff, 0xc3, 0xed, 0xa0, 0x80]),
      ]),
    ),
  gzip: (socket) => socket.write(head('content-encoding: gzip', 'content-length: 3') + 'abc'),
  twice: (socket) => socket.write(ok('first') + ok('second')),
};
