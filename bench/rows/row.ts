import type { KeyObject } from 'node:crypto';
import type { Request } from 'autocannon';
import type { QueryConfig, QueryResultRow } from 'pg';
import type { Seed } from '../seed.ts';

/** One line of the table: the requests, and how the limit responds to them. */
export interface Row {
  name: string;
  /** With `{}` for each id in the path. */
  route: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
  /** The requests that one connection repeats. */
  requests: (seed: Seed, connection: number) => Request[];
  /** What may differ between two correct responses to the same request, such as new ids. */
  mayDiffer?: RegExp;
  limit: LimitHandler;
}

/** The same response with nothing around it: no key, no checks, no log. */
export type LimitHandler = (asked: Asked, database: LimitDatabase) => Promise<Answer>;

export interface Asked {
  /** The ids of the path, as sent. */
  ids: string[];
  /** The query string, without the question mark. */
  query: string;
  body: string;
}

export interface Answer {
  status: number;
  body: string;
}

export interface LimitDatabase {
  tenantId: string;
  cursorSecret: KeyObject;
  /** A named statement, which each connection prepares once. */
  rows: <Result extends QueryResultRow>(statement: QueryConfig) => Promise<Result[]>;
}
