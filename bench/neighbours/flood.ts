/** A thread that floods the service for a while. It reports its start, and then the responses. */
import { createHash, randomBytes } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { manyPersons, PERSONS_PATH } from '../setup/many-persons.ts';
import autocannon, { type Client, type Request, type Result } from 'autocannon';

export interface Flood {
  name: string;
  url: string;
  connections: number;
  /** Requests per second of all connections; if not given, each connection sends the next one at once. */
  perSecond?: number;
  sends: Sent;
}

type Sent =
  | { kind: 'requests'; request: Request }
  /** Each request has another key. */
  | { kind: 'unknown keys'; path: string }
  /** Full batches of clicks in visits with as many bytes as a visitor can send. */
  | { kind: 'clicks'; token: string }
  /** Forms that belong to such a visit. */
  | { kind: 'forms'; path: string }
  /** Full batches of new persons. */
  | { kind: 'persons'; headers: Record<string, string> }
  /** Each request is for another page. */
  | { kind: 'pages'; path: string };

/** Clicks of one batch: nearly as many bytes as a batch can have. */
const CLICKS = 14;
const PERSONS = 500;
/** Batches after which the next visit begins. */
const BATCHES = 100;
const PAGES = 60_000;

const { url, connections, perSecond, sends, seconds } = workerData as Flood & { seconds: number };

/** The same in all threads. */
const visitKey = (number: number) => createHash('md5').update(`visit ${number}`).digest('hex');
const run = randomBytes(4).readUInt32BE();
let sent = 0;

function next(): Partial<Request> {
  sent++;
  switch (sends.kind) {
    case 'requests':
      return sends.request;
    case 'unknown keys':
      return { path: sends.path, headers: { 'x-api-key': randomBytes(16).toString('hex') } };
    case 'clicks':
      return batch(sends.token);
    case 'forms':
      return {
        method: 'POST',
        path: sends.path,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `email=visitor${run}-${sent}%40mail.example&_visit=${visitKey(0)}&_ms=5000`,
      };
    case 'persons':
      return {
        ...{ method: 'POST', path: PERSONS_PATH, headers: sends.headers },
        body: manyPersons(PERSONS, randomBytes(8).toString('hex')),
      };
    case 'pages':
      return { path: `${sends.path}${1 + ((run + sent) % PAGES)}` };
  }
}

function batch(token: string): Partial<Request> {
  const at = Date.now();
  const hexId = () => randomBytes(8).toString('hex');
  const click = () => ({ id: hexId(), at, type: 'click', action: 'x'.repeat(4096), label: 'x'.repeat(400) });
  const events = [...Array.from({ length: CLICKS }, click), { id: hexId(), at, type: 'end' }];
  const visit = visitKey(Math.floor(sent / BATCHES));
  return {
    method: 'POST',
    path: '/_foyer/collect',
    // Not the user agent of a bot.
    headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' },
    body: JSON.stringify({ token, visit, sentAt: at, events }),
  };
}

function answersIn({ errors, statusCodeStats }: Result): string {
  const counts = Object.entries(statusCodeStats).map(([status, { count }]) => `${count} × ${status}`);
  return [...counts, ...(errors > 0 ? [`${errors} errors`] : [])].join(', ');
}

const setupRequest = (given: Request) => ({ ...given, ...next() });
const flood = autocannon({
  ...{ url, connections, duration: seconds, sampleInt: 50 },
  ...(perSecond ? { overallRate: perSecond } : {}),
  setupClient: (client: Client) => client.setRequests([{ method: 'GET', path: '/', setupRequest }]),
});
flood.on('start', () => parentPort!.postMessage('started'));
parentPort!.postMessage(answersIn(await flood));
