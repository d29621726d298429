import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { newUuid, wireId } from '../kernel/ids.js';
import { problemOf, type Failure } from './problem.js';

const FAILURES: Record<string, Failure> = {
  HPE_HEADER_OVERFLOW: refuse(431, 'headers_too_large', 'The headers are too large.'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: refuse(413, 'body_too_large', 'The chunk extensions are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: refuse(408, 'request_timeout', 'The request took too long to arrive.'),
};
const MALFORMED = refuse(400, 'malformed_request', 'This is not a well-formed HTTP request.');

/** What is not even HTTP never reaches a handler; it is answered here, in the same shape as every failure. */
export function answerProtocolErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    socket.end(rawAnswer(FAILURES[error.code ?? ''] ?? MALFORMED));
  });
}

function rawAnswer(failure: Failure): string {
  const requestId = wireId('req', newUuid());
  const problem = problemOf(failure, requestId);
  const body = JSON.stringify(problem);
  return [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

function refuse(status: number, code: string, detail: string): Failure {
  return { status, code, detail, errors: [] };
}
