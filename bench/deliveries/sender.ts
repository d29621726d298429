/** The limit: posts the given bodies to a URL, a given number of times, with undici alone. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { Agent, request } from 'undici';

export interface Sending {
  url: string;
  bodies: string[];
  times: number;
  connections: number;
}

const server = createServer((req, res) => {
  void json(req).then(async (sending) => {
    await send(sending as Sending);
    res.end();
  });
});

async function send({ url, bodies, times, connections }: Sending): Promise<void> {
  const dispatcher = new Agent({ connections });
  const headers = { 'content-type': 'application/json' };
  let sent = 0;
  const sendOn = async () => {
    while (sent < bodies.length * times) {
      const body = bodies[sent++ % bodies.length]!;
      const answer = await request(url, { dispatcher, method: 'POST', headers, body });
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: connections }, sendOn));
  await dispatcher.close();
}

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
process.once('SIGTERM', () => process.exit(0));
