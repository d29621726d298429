/** Counts deliveries. `GET /?count=5` responds when the fifth delivery since the previous such request arrives. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

let arrived = 0;
let asked: { count: number; answer: ServerResponse } | undefined;

const server = createServer((req, res) => {
  if (req.method === 'GET') {
    const count = Number(new URL(req.url!, 'http://receiver').searchParams.get('count'));
    asked = { count, answer: res };
    return tell();
  }
  req.resume();
  req.on('end', () => {
    res.writeHead(204).end();
    arrived++;
    tell();
  });
});

function tell(): void {
  if (!asked || arrived < asked.count) return;
  asked.answer.end(String(performance.timeOrigin + performance.now()));
  asked = undefined;
  arrived = 0;
}

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
process.once('SIGTERM', () => process.exit(0));
