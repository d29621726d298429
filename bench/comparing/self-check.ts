import type { Request } from 'autocannon';
import type { Row } from '../rows/row.ts';
import type { Contest } from './measure.ts';
import type { Target } from '../setup/servers.ts';

const SHOWN = 80;

/** A comparison needs equal work, so both must first give the same response. */
export async function assertSameAnswers(row: Row, { limit, foyer, seed }: Contest): Promise<void> {
  const [request] = row.requests(seed, 0);
  if (!request) throw new Error(`${row.name} has no request.`);
  const fromLimit = comparable(await answerOf(limit, request), row);
  const fromFoyer = comparable(await answerOf(foyer, request), row);
  if (fromLimit === fromFoyer) return;
  const at = firstDifference(fromLimit, fromFoyer);
  const shown = (answer: string) => answer.slice(Math.max(0, at - SHOWN), at + SHOWN);
  throw new Error(
    `${row.name} has different responses from character ${at} on.\n` +
      `limit: …${shown(fromLimit)}…\nFoyer: …${shown(fromFoyer)}…`,
  );
}

async function answerOf({ url, headers }: Target, sample: Request): Promise<string> {
  const request = sample.setupRequest?.(sample) ?? sample;
  const response = await fetch(new URL(request.path, url), {
    method: request.method,
    headers: { ...request.headers, ...headers },
    body: request.body,
  });
  return `${response.status} ${response.headers.get('content-type')}\n${await response.text()}`;
}

function comparable(answer: string, { mayDiffer }: Row): string {
  return mayDiffer ? answer.replaceAll(mayDiffer, '…') : answer;
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}
