/** Accepts every delivery. Writes each arrival to a file before it responds, so that a kill loses nothing. */
import { openSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const file = openSync(process.env['ARRIVALS']!, 'a');

const server = createServer((req, res) => {
  req.resume();
  req.on('end', () => {
    writeSync(file, `${req.url!.slice(1)} ${String(req.headers['webhook-id'])}\n`);
    res.writeHead(204).end();
  });
});

server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
process.once('SIGTERM', () => process.exit(0));
