import { errorFromResponse, unexpectedResponse } from './error-from-response.js';
import { requireEtag } from './etags.js';
import { FoyerError } from './foyer-error.js';
import { backOff, sleep, startTimer } from './timers.js';

export interface TransportOptions {
  /** Where the service is, such as `https://foyer.example.com`. */
  url: string;
  key: string;
  /** How often a failed call is repeated; 3 by default. */
  retries?: number;
  /** The wait before the first repeat, which doubles with each one; 250 by default. */
  backOffMs?: number;
  /** How long one try may take; 30,000 by default, and 300,000 for uploads. `Infinity` is no limit. */
  timeoutMs?: number;
  /** Instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch;
}

export interface CallOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
  retries?: number;
  headers?: Readonly<Record<string, string>>;
}

/** All options of all kinds of calls; the types of the methods allow those that fit. */
export interface AnyOptions extends CallOptions {
  idempotencyKey?: string;
  ifMatch?: object | string;
  ifNoneMatch?: object;
}

export interface Call {
  /** Method and path as in the document. */
  operation: string;
  method: string;
  /** With the ids filled in. */
  path: string;
  query?: object | undefined;
  body?: unknown;
  accept?: string;
  options: AnyOptions;
}

interface Request {
  url: string;
  method: string;
  headers: Headers;
  body: string | FormData | null;
}

type QueryValue = string | number | boolean | Date | null | undefined;

const JSON_TYPE = 'application/json';
/** For files of several formats. */
export const ANY_TYPE = '*/*';

const MAX_BACK_OFF_MS = 8_000;
/** When the service asks to wait for longer, the caller decides. */
const LONGEST_WAIT_MS = 60_000;

export class Transport {
  /** Private to the language, too: what a program logs must not contain the key. */
  readonly #settings: TransportOptions;

  constructor({ url, key, ...settings }: TransportOptions) {
    this.#settings = { ...settings, url: requireUrl(url), key: requireKey(key) };
  }

  /** Sends a call and reads its answer, as often as needed. */
  async send<Answer>(call: Call, read: (response: Response) => Promise<Answer>): Promise<Answer> {
    const { retries = 3, backOffMs = 250 } = { ...this.#settings, ...defined(call.options) };
    const request = this.requestOf(call);
    for (let failures = 0; ; failures++) {
      try {
        return await this.attempt(call, request, read);
      } catch (error) {
        // Also without a number of retries that is none.
        const isLast = !(failures < retries);
        if (!(error instanceof FoyerError) || isLast || !canRepeat(error, call)) throw error;
        const { retryAfterMs = 0 } = error;
        if (retryAfterMs > LONGEST_WAIT_MS) throw error;
        await sleep(
          Math.max(retryAfterMs, backOff(failures, backOffMs, MAX_BACK_OFF_MS)),
          call.options.signal,
        );
      }
    }
  }

  /** Sends a call whose answer is read while it arrives. The time limit ends with its first byte. */
  open(call: Call): Promise<Response> {
    return this.send(call, async (response) => {
      requireType(response, call);
      if (!response.body) throw unexpectedResponse(response, call.operation, 'The answer has no body.');
      return response;
    });
  }

  private async attempt<Answer>(
    call: Call,
    { url, ...request }: Request,
    read: (response: Response) => Promise<Answer>,
  ): Promise<Answer> {
    const { signal } = call.options;
    const timeoutMs =
      call.options.timeoutMs ?? this.#settings.timeoutMs ?? (isUpload(call) ? 300_000 : 30_000);
    signal?.throwIfAborted();
    const controller = new AbortController();
    const abort = () => controller.abort();
    let isLate = false;
    const stopTimer = startTimer(timeoutMs, () => {
      isLate = true;
      abort();
    });
    signal?.addEventListener('abort', abort, { once: true });
    try {
      const { fetch = globalThis.fetch } = this.#settings;
      // Another host must not get the key.
      const response = await fetch(url, { ...request, redirect: 'manual', signal: controller.signal });
      if (response.ok || (response.status === 304 && call.options.ifNoneMatch)) return await read(response);
      throw await errorFromResponse(response, call.operation);
    } catch (error) {
      // An answer that was not read would keep its connection.
      abort();
      if (error instanceof FoyerError) throw error;
      signal?.throwIfAborted();
      const { operation } = call;
      throw isLate
        ? new FoyerError({
            operation,
            code: 'timed_out',
            detail: `There was no answer within ${timeoutMs} ms.`,
            cause: error,
          })
        : new FoyerError({ operation, code: 'connection_failed', detail: reasonOf(error), cause: error });
    } finally {
      stopTimer();
      signal?.removeEventListener('abort', abort);
    }
  }

  /** The same for all tries, also if the caller changes the body meanwhile: they have one idempotency key. */
  private requestOf(call: Call): Request {
    const { method } = call;
    return { url: this.urlOf(call), method, headers: this.headersOf(call), body: bodyOf(call) };
  }

  private urlOf({ path, query = {} }: Call): string {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query) as [string, QueryValue][]) {
      if (value === undefined || value === null) continue;
      search.set(name, value instanceof Date ? value.toISOString() : String(value));
    }
    const text = search.toString();
    return `${this.#settings.url.replace(/\/+$/, '')}${path}${text && `?${text}`}`;
  }

  private headersOf({ method, body, accept = JSON_TYPE, options }: Call): Headers {
    const headers = new Headers({ 'x-api-key': this.#settings.key, accept, ...options.headers });
    if (body !== undefined && !(body instanceof FormData)) headers.set('content-type', 'application/json');
    if (method === 'POST') {
      const key = options.idempotencyKey ?? headers.get('idempotency-key') ?? newKey();
      headers.set('idempotency-key', key);
    }
    if (options.ifMatch !== undefined) headers.set('if-match', requireEtag(options.ifMatch, 'ifMatch'));
    if (options.ifNoneMatch !== undefined)
      headers.set('if-none-match', requireEtag(options.ifNoneMatch, 'ifNoneMatch'));
    return headers;
  }
}

/** The path of a call is appended. `fetch` refuses a password, and its message would show it. */
function requireUrl(text: string): string {
  const { protocol, username, password, search, hash } = new URL(text);
  if (/^https?:$/.test(protocol) && username + password + search + hash === '') return text;
  throw new TypeError('url must begin with http:// or https://, without a user name, a query or a fragment.');
}

/** As the end of a file, a line end does no harm. Within a key, the message of `Headers` would show the key. */
function requireKey(text: string): string {
  const key = text?.trim();
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new TypeError('key must be an API key.');
}

/** Something else than the service may answer, such as the login page of a proxy. */
export function requireType(response: Response, { operation, accept = JSON_TYPE }: Call): void {
  const type = response.headers.get('content-type') ?? '';
  if (accept === ANY_TYPE || type.split(';')[0]!.trim().toLowerCase() === accept) return;
  const detail = `The content type is ${type || 'missing'} instead of ${accept}.`;
  throw unexpectedResponse(response, operation, detail);
}

/** Reads an answer of JSON. */
export async function readJson(response: Response, call: Call): Promise<unknown> {
  requireType(response, call);
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unexpectedResponse(response, call.operation, 'The answer is not valid JSON.', cause);
  }
}

/** Refused before anything was done. */
const NOT_DONE = [429, 503];
/** Perhaps it was done, and only the answer was lost. */
const PERHAPS_DONE = [502, 504];

function canRepeat({ status, code }: FoyerError, { method, options }: Call): boolean {
  if (status !== undefined && NOT_DONE.includes(status)) return true;
  if (code === 'idempotency_key_in_use') return true;
  const isPerhapsDone =
    ['connection_failed', 'timed_out'].includes(code) || PERHAPS_DONE.includes(status ?? 0);
  // A repeat would fail because of its own first try: the record is gone, or has a newer version.
  return isPerhapsDone && method !== 'DELETE' && !options.ifMatch;
}

function bodyOf({ body }: Call): string | FormData | null {
  if (body === undefined) return null;
  return body instanceof FormData ? body : JSON.stringify(body);
}

function isUpload({ body }: Call): boolean {
  return body instanceof FormData;
}

/** `crypto.randomUUID` is missing on pages without https. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string } };
  return [message ?? String(error), cause?.message].filter(Boolean).join(': ');
}

function defined<Options extends object>(options: Options): Options {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options;
}
