/** A thread that reads streams of events. It reports when all are open, and how long each event took to arrive. */
import { get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

export interface Listeners {
  url: string;
  /** One for each 20 streams. */
  keys: readonly string[];
  query: string;
}

/** What the thread reports: the streams are open, or an event arrived after so many milliseconds. */
export type Heard = { isOpen: true } | { personId: string; ms: number };

const STREAMS_OF_A_KEY = 20;

const { url, keys, query } = workerData as Listeners;
let open = 0;

for (const key of keys)
  for (let count = 0; count < STREAMS_OF_A_KEY; count++)
    get(`${url}/v0/events/stream?${query}`, { headers: { 'x-api-key': key } }, (answer) => {
      if (answer.statusCode !== 200) throw new Error(`A stream was answered ${answer.statusCode}.`);
      let rest = '';
      let isOpen = false;
      answer.setEncoding('utf8').on('data', (text: string) => {
        const lines = (rest + text).split('\n');
        rest = lines.pop()!;
        if (!isOpen && lines.some((line) => line.startsWith('id: '))) {
          isOpen = true;
          if (++open === keys.length * STREAMS_OF_A_KEY) parentPort!.postMessage({ isOpen: true });
        }
        for (const line of lines.filter((each) => each.startsWith('data: ')))
          hear(line.slice('data: '.length));
      });
    });

function hear(data: string): void {
  const { timestamp, payload } = JSON.parse(data) as { timestamp: string; payload: { personId: string } };
  const heard: Heard = { personId: payload.personId, ms: Date.now() - Number(timestamp) };
  parentPort!.postMessage(heard);
}
