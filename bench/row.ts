import type { KeyObject } from 'node:crypto';
import type { Request } from 'autocannon';
import type { QueryConfig, QueryResultRow } from 'pg';
import type { Seed } from './seed.ts';

/** One line of the table: what is asked, and how the limit answers it. */
export interface Row {
  name: string;
  /** With `{}` for each id in the path. */
  route: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`;
  /** What one connection asks, over and over. */
  requests: (seed: Seed, connection: number) => Request[];
  /** What may differ between two right answers to the same request, such as new ids. */
  mayDiffer?: RegExp;
  limit: LimitHandler;
}

/** The same answer with nothing around it: no key, no checks, no log. */
export type LimitHandler = (asked: Asked, database: LimitDatabase) => Promise<Answer>;

export interface Asked {
  /** The ids of the path, as they were sent. */
  ids: string[];
  /** What stands behind the question mark. */
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
