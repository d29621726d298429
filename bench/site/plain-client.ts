import { connect, type Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';

/**
 * Requests a path again and again, and returns the responses per second. autocannon needs more time for a response of
 * 40 KB than a server does, so it would measure itself. This client reads only the head, and counts the bytes of the
 * body.
 */
export async function drivePlainly(
  url: string,
  { path, connections, seconds }: { path: string; connections: number; seconds: number },
): Promise<number> {
  const { hostname, port, host } = new URL(url);
  const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: image/*\r\n\r\n`;
  const end = performance.now() + seconds * 1000;
  const clients = Array.from({ length: connections }, () =>
    sendUntil(end, connect(Number(port), hostname), request),
  );
  const counts = await Promise.all(clients);
  return counts.reduce((sum, count) => sum + count, 0) / seconds;
}

/** Sends the next request after each response, and returns the number of responses before `end`. */
function sendUntil(end: number, socket: Socket, request: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let [responses, missing] = [0, 0];
    const fail = (reason: string) => {
      socket.destroy();
      reject(new Error(reason));
    };
    socket.setNoDelay(true);
    socket.on('error', reject);
    socket.on('close', () => resolve(responses));
    socket.on('connect', () => socket.write(request));
    socket.on('data', (part: Buffer) => {
      if (missing === 0) {
        const headBytes = part.indexOf(HEAD_END) + HEAD_END.length;
        const head = part.toString('latin1', 0, headBytes);
        const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
        if (!head.startsWith('HTTP/1.1 200 ') || headBytes < HEAD_END.length || length === undefined)
          return fail(`An unexpected response: ${head}`);
        missing = headBytes + Number(length);
      }
      missing -= part.length;
      if (missing < 0) return fail('A response is longer than its Content-Length.');
      if (missing > 0) return;
      if (performance.now() >= end) return void socket.destroy();
      responses++;
      socket.write(request);
    });
  });
}
