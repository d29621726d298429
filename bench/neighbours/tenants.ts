import type { Request } from 'autocannon';
import { newUuid, uuidOf } from '../setup/built.ts';
import type { Cleanup } from '../setup/cleanup.ts';
import { fillSessions } from '../growing/analytics-rows.ts';
import { PAGE, post } from '../setup/posts.ts';
import type { Surroundings, Target } from '../setup/servers.ts';
import type { Flood } from './flood.ts';
import { readUnderFloods, type FloodOptions } from './under-floods.ts';

const CONNECTIONS = 200;
const SESSIONS = 10_000;

/** Measures how one tenant's floods slow down another tenant's reads. The target: p50 at most 5 times the quiet value. */
export function measureNeighbours(
  place: Surroundings,
  options: FloodOptions,
  cleanup: Cleanup,
): Promise<string> {
  return readUnderFloods(place, floodsOf, options, cleanup);
}

async function floodsOf(foyer: Target, databaseUrl: string): Promise<Flood[]> {
  const { pageId } = await post(foyer, '/v0/pages', PAGE);
  const { audienceId } = await post(foyer, `/v0/pages/${pageId}/audiences`, {});
  await fillSessions(
    databaseUrl,
    { pageId: uuidOf('page', pageId!)!, audienceId: uuidOf('audience', audienceId!)! },
    { count: SESSIONS, visitedOnce: 0, visitedOnceId: newUuid() },
  );
  const flood = (name: string, request: Omit<Request, 'headers'>): Flood => ({
    name: `${CONNECTIONS} × ${name}`,
    url: foyer.url,
    connections: CONNECTIONS,
    sends: {
      kind: 'requests',
      request: { ...request, headers: { ...foyer.headers, 'content-type': 'application/json' } },
    },
  });
  const audience = `/v0/pages/${pageId}/audiences/${audienceId}`;
  const analytics = `/v0/pages/${pageId}/analytics?breakdown=campaign`;
  return [
    flood('PATCH of one audience', { method: 'PATCH', path: audience, body: '{"supplementaryContext":"x"}' }),
    flood('POST topic', { method: 'POST', path: '/v0/topics', body: '{"title":"x"}' }),
    flood('100 topics', { method: 'GET', path: '/v0/topics?limit=100' }),
    flood('5 topics', { method: 'GET', path: '/v0/topics?limit=5' }),
    {
      ...{ name: '4 × 500 persons', url: foyer.url, connections: 4 },
      sends: { kind: 'persons', headers: { ...foyer.headers, 'content-type': 'application/json' } },
    },
    flood('analytics', { method: 'GET', path: analytics }),
    {
      ...{ name: '100 × unknown key', url: foyer.url, connections: 100 },
      sends: { kind: 'unknown keys', path: '/v0/topics' },
    },
  ];
}
