/**
 * The limit: the same responses from `node:http` and `pg` alone. No service on this runtime and this driver
 * can be much faster; the bench measures how close the real service comes.
 */
import cluster from 'node:cluster';
import { createSecretKey, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool, type QueryConfig, type QueryResultRow } from 'pg';
import type { Answer, LimitDatabase } from '../rows/row.ts';
import { ROWS } from '../rows/index.ts';

const ID_STEP = /\/([a-z]+_[0-9a-z]{26})/g;

const pool = new Pool({
  connectionString: setting('DATABASE_URL'),
  max: Number(setting('DATABASE_POOL_MAX')),
});
const handlers = new Map(ROWS.map((row) => [row.route as string, row.limit]));
const database: LimitDatabase = {
  tenantId: setting('TENANT_ID'),
  cursorSecret: await cursorSecret(),
  rows: async <Result extends QueryResultRow>(statement: QueryConfig) =>
    (await pool.query<Result>(statement)).rows,
};

const server = createServer((req, res) => {
  void answerTo(req)
    .catch((error: unknown): Answer => ({ status: 500, body: JSON.stringify(String(error)) }))
    .then(({ status, body }) => {
      const length = Buffer.byteLength(body);
      res.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': length });
      res.end(body);
    });
});

const processes = Number(setting('PROCESSES'));
if (processes > 1 && cluster.isPrimary) {
  let listening = 0;
  cluster.on('listening', (_, { port }) => ++listening === processes && tell(port));
  for (let count = 0; count < processes; count++) cluster.fork();
} else {
  server.listen(0, '127.0.0.1', () => {
    if (cluster.isPrimary) tell((server.address() as AddressInfo).port);
  });
}
process.once('SIGTERM', () => process.exit(0));

function tell(port: number): void {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
}

async function answerTo(req: IncomingMessage): Promise<Answer> {
  const ids: string[] = [];
  const [asked = '', query = ''] = req.url!.split('?');
  const path = asked.replace(ID_STEP, (_, id: string) => {
    ids.push(id);
    return '/{}';
  });
  const handler = handlers.get(`${req.method} ${path}`);
  if (!handler) return { status: 404, body: '{}' };
  return handler({ ids, query, body: req.method === 'GET' ? '' : await bodyOf(req) }, database);
}

function bodyOf(req: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let body = '';
    req.setEncoding('utf8');
    req.on('data', (chunk: string) => (body += chunk));
    req.on('end', () => resolve(body));
    req.on('error', reject);
  });
}

/** The service and the limit sign their cursors with the same secret. */
async function cursorSecret(): Promise<KeyObject> {
  const { rows } = await pool.query<{ value: Buffer }>(
    "select value from service_secret where name = 'cursor'",
  );
  if (!rows[0]) throw new Error('There is no secret for cursors.');
  // Created once: with the raw bytes, each signature would cost six times as much.
  return createSecretKey(rows[0].value);
}

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set.`);
  return value;
}
