import { randomBytes } from 'node:crypto';
import type { Request } from 'autocannon';
import type { Person, Side } from './side.ts';

export interface Operation {
  name: string;
  /** The requests that one of the connections repeats. */
  requests: (side: Side, connection: number, connections: number) => Request[];
}

/** Reads one of 10,000 persons; each connection has its own share of them. */
const oneById: Operation = {
  name: 'one by id',
  requests: ({ ids, pathOf }, connection, connections) =>
    ids.filter((_, at) => at % connections === connection).map((id) => ({ method: 'GET', path: pathOf(id) })),
};

const newest: Operation = {
  name: 'the 20 newest',
  requests: ({ newestPath }) => [{ method: 'GET', path: newestPath }],
};

const create: Operation = {
  name: 'create',
  requests: (side) => {
    const request = createRequest(side, newPerson());
    return [{ ...request, setupRequest: (given) => ({ ...given, body: bodyOf(side, newPerson()) }) }];
  },
};

export const OPERATIONS: readonly Operation[] = [oneById, newest, create];

export function createRequest(side: Side, person: Person): Request {
  return {
    method: 'POST',
    path: side.createPath,
    headers: { 'content-type': 'application/json' },
    body: bodyOf(side, person),
  };
}

export function newPerson(): Person {
  const name = randomBytes(8).toString('hex');
  return { name: `Person ${name}`, email: `${name}@gmail.com` };
}

function bodyOf(side: Side, person: Person): string {
  return JSON.stringify(side.bodyOf(person));
}
