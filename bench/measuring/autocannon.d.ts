/** The part of autocannon that the bench uses; autocannon has no types of its own. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  export interface Request {
    method: string;
    path: string;
    headers?: Record<string, string>;
    body?: string;
    /** Called for each request. */
    setupRequest?: (request: Request) => Request;
  }

  export interface Client {
    setRequests(requests: Request[]): void;
  }

  export interface Options {
    url: string;
    connections: number;
    duration: number;
    /** Requests per second of all connections. */
    overallRate?: number;
    /** In milliseconds. A run ends with a sample, so this is also the precision of its end. */
    sampleInt?: number;
    setupClient?: (client: Client) => void;
  }

  export interface Result {
    duration: number;
    errors: number;
    timeouts: number;
    non2xx: number;
    requests: { total: number };
    statusCodeStats: Record<string, { count: number }>;
  }

  export default function autocannon(options: Options): EventEmitter & PromiseLike<Result>;
}
