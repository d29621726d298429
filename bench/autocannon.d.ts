/** The part of autocannon that the bench uses; it brings no types of its own. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  export interface Request {
    method: string;
    path: string;
    headers?: Record<string, string>;
    body?: string;
    /** Makes each request anew. */
    setupRequest?: (request: Request) => Request;
  }

  export interface Client {
    setRequests(requests: Request[]): void;
  }

  export interface Options {
    url: string;
    connections: number;
    duration: number;
    /** Milliseconds. A run ends with a sample, so this is also how exactly it ends. */
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
