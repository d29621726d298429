/** The limit of a page: `node:http` that sends the same bytes for every request. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const { status, headers, body } = JSON.parse(process.env['ANSWER']!) as {
  status: number;
  headers: Record<string, string>;
  body: string;
};
const bytes = Buffer.from(body, 'base64');

const server = createServer((_req, res) => {
  res.writeHead(status, headers);
  res.end(bytes);
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
process.once('SIGTERM', () => process.exit(0));
