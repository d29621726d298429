/** The limit of collection: `node:http` with one prepared insert and one commit per batch. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL']!, max: 20 });
await pool.query(`
  create table if not exists bench_batch (
    id bigint generated always as identity primary key, visit text not null, events json not null, at timestamptz not null
  )`);

const server = createServer((req, res) => {
  void json(req).then(async (body) => {
    const { visit, events } = body as { visit: string; events: object[] };
    const text = 'insert into bench_batch (visit, events, at) values ($1, $2, now())';
    await pool.query({ name: 'insert', text, values: [visit, JSON.stringify(events)] });
    res.writeHead(202).end();
  });
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
process.once('SIGTERM', () => process.exit(0));
