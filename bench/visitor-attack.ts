/** A thread that sends what one address may send, for a while, and reports the responses. */
import { createHash, randomBytes } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import autocannon, { type Client, type Request } from 'autocannon';
import { answersIn } from './neighbours.ts';

export interface Attack {
  name: string;
  kind: 'clicks' | 'forms' | 'reads' | 'pages';
  url: string;
  /** The path, or the token that batches need. */
  target: string;
}

/** More than `SITE_RATE_LIMIT` allows in the long run, so that the burst of an address is used as well. */
const REQUESTS_PER_SECOND = 300;
const CONNECTIONS = 32;

/** Clicks of one batch: nearly as many bytes as a batch can have. */
const CLICKS = 14;
/** Batches after which the next visit begins. */
const BATCHES = 100;

const { kind, url, target, seconds } = workerData as Attack & { seconds: number };

/** The same in all threads: the forms belong to a visit with as many bytes as a visitor can send. */
const visitKey = (number: number) => createHash('md5').update(`visit ${number}`).digest('hex');
const hexId = () => randomBytes(8).toString('hex');
const run = randomBytes(4).readUInt32BE();
let sent = 0;

const NEXT: Record<Attack['kind'], () => Partial<Request>> = {
  clicks: () => batch(visitKey(Math.floor(sent / BATCHES))),
  forms: () => ({
    method: 'POST',
    path: target,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `email=visitor${run}-${sent}%40mail.example&_visit=${visitKey(0)}&_ms=5000`,
  }),
  reads: () => ({ path: target }),
  pages: () => ({ path: `${target}${1 + ((run + sent) % 60_000)}` }),
};

function batch(visit: string): Partial<Request> {
  const at = Date.now();
  const click = () => ({ id: hexId(), at, type: 'click', action: 'x'.repeat(4096), label: 'x'.repeat(400) });
  const events = [...Array.from({ length: CLICKS }, click), { id: hexId(), at, type: 'end' }];
  return {
    method: 'POST',
    path: '/_foyer/collect',
    // Not the user agent of a bot.
    headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' },
    body: JSON.stringify({ token: target, visit, sentAt: at, events }),
  };
}

const setupRequest = (given: Request) => {
  sent++;
  return { ...given, ...NEXT[kind]() };
};
const result = await autocannon({
  ...{ url, connections: CONNECTIONS, duration: seconds, overallRate: REQUESTS_PER_SECOND, sampleInt: 50 },
  setupClient: (client: Client) => client.setRequests([{ method: 'GET', path: '/', setupRequest }]),
});
parentPort!.postMessage(answersIn(result));
