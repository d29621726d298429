import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { DomainError } from '../../kernel/errors.js';
import { newUuid, wireId } from '../../kernel/ids.js';
import { acceptMissingHost } from '../../libraries/node-http-internals.js';
import { failure, type Failure } from './failure.js';
import { helpLink, problemOf } from './problem.js';
import { DATA_POLICY } from '../../kernel/content-security-policy.js';

const FAILURES: Record<string, Failure> = {
  HPE_HEADER_OVERFLOW: failure(431, 'headers_too_large', 'The headers are too large.'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: failure(413, 'body_too_large', 'The chunk extensions are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: failure(408, 'request_timeout', 'The request took too long to arrive.'),
};
const UNEXPECTED = failure(417, 'unknown_expectation', 'Expect can only be 100-continue.');
const NO_PROXY = failure(405, 'method_not_allowed', 'This is not a proxy.');
const MALFORMED = failure(400, 'malformed_request', 'This is not a well-formed HTTP request.');

/** A name or an address, optionally with a port; or nothing. */
const HOST = /^([\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(:\d*)?$/i;

/** Requests whose target is neither a path nor a URL with one. */
const withoutPath = new WeakSet<IncomingMessage>();

/** Refuses requests that Node accepts, but that a proxy may read differently (RFC 9112, 3.2 and 6.1). */
export function checkHead(req: IncomingMessage, _res: unknown, next: (error?: DomainError) => void): void {
  const fault = headFault(req);
  next(fault === undefined ? undefined : new DomainError('invalid', 'malformed_request', fault));
}

export function headFault(req: IncomingMessage): string | undefined {
  const host = valuesOf('host', req);
  const codings = valuesOf('transfer-encoding', req);
  if (withoutPath.has(req)) return 'The request target is neither a path nor a URL.';
  if (host.length === 0 && req.httpVersion === '1.1') return 'The Host header is missing.';
  if (host.length > 1) return 'The Host header appears more than once.';
  if (!HOST.test(host[0] ?? '')) return 'The Host header contains no host.';
  if (codings.some((coding) => coding.toLowerCase() !== 'chunked'))
    return 'Transfer-Encoding can only be chunked.';
  return undefined;
}

/** The values of all headers with this name, as received. */
function valuesOf(name: string, { rawHeaders }: IncomingMessage): string[] {
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const other = rawHeaders[at]!;
    if (other.length === name.length && other.toLowerCase() === name) values.push(rawHeaders[at + 1]!);
  }
  return values;
}

/**
 * Express answers a target without a path with its own page; with another target the request reaches `checkHead`. If
 * the target is a whole URL, its host counts, and `Host` does not (RFC 9112, 3.2.2).
 */
function nameTarget(req: IncomingMessage): void {
  const { url = '' } = req;
  if (/^(\/|\*$)/.test(url)) return;
  const target = /^https?:\/\/[^/?#]/i.test(url) && URL.canParse(url) ? new URL(url) : undefined;
  if (!target) withoutPath.add(req);
  else req.headers.host = target.host;
  req.url = target ? target.pathname + target.search : '/';
}

/** A malformed request never reaches a handler. It is answered here, with a problem like every failure. */
export function answerProtocolErrors(server: Server): void {
  acceptMissingHost(server); // `checkHead` refuses them
  server.prependListener('request', nameTarget);
  const answering = new OpenAnswers();
  server.on('request', ({ socket }, res) => answering.add(socket, res));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    const broken = answering.unfinishedOn(socket);
    const answer = rawAnswer(FAILURES[error.code ?? ''] ?? MALFORMED);
    answering.after(socket, () => (broken?.headersSent ? socket.end() : socket.end(answer)));
  });
  server.on('checkExpectation', ({ socket }) =>
    answering.after(socket, () => socket.end(rawAnswer(UNEXPECTED))),
  );
  server.on('connect', (_req, socket: Duplex) => refuseTunnel(socket));
}

/** The open answers of each connection. Callers may pipeline requests. */
class OpenAnswers {
  private readonly bySocket = new Map<Duplex, Set<ServerResponse>>();

  add(socket: Duplex, res: ServerResponse): void {
    const open = this.bySocket.get(socket) ?? new Set();
    this.bySocket.set(socket, open.add(res));
    // Otherwise an idle connection would keep its last request in memory, with its body.
    res.once('close', () => {
      open.delete(res);
      if (open.size === 0) this.bySocket.delete(socket);
    });
  }

  /**
   * The answer to a request that has not arrived completely. It may already have been refused, such as for its key.
   */
  unfinishedOn(socket: Duplex): ServerResponse | undefined {
    return this.on(socket).find(({ req }) => !req.complete);
  }

  /** Acts once all completely received requests are answered. */
  after(socket: Duplex, act: () => void): void {
    const earlier = this.on(socket).findLast(({ req }) => req.complete);
    if (earlier) earlier.once('close', act);
    else act();
  }

  private on(socket: Duplex): ServerResponse[] {
    return [...(this.bySocket.get(socket) ?? [])];
  }
}

/** The server no longer handles this connection: nothing else listens to its errors, or closes it. */
function refuseTunnel(socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  // Unread data would reset the connection, and the answer would be lost.
  socket.resume();
  socket.end(rawAnswer(NO_PROXY), () => socket.destroy());
}

function rawAnswer(given: Failure): string {
  const requestId = wireId('req', newUuid());
  const problem = problemOf(given, requestId);
  const body = JSON.stringify(problem);
  return [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    `Link: ${helpLink(problem.code)}`,
    `Content-Security-Policy: ${DATA_POLICY}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
