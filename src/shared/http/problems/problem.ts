import { STATUS_CODES } from 'node:http';
import { HttpException, type Logger } from '@nestjs/common';
import { isUnavailable } from '../../database/driver/postgres-errors.js';
import { DomainError } from '../../kernel/errors.js';
import { databaseFailure } from './database-failures.js';
import { domainFailure, failure, type Failure } from './failure.js';

/** The body of every failure (RFC 9457). */
interface Problem extends Failure {
  type: string;
  title: string;
  requestId: string;
}

/** The path of the error catalogue, which has an anchor for each code. */
export const ERROR_CATALOGUE = '/docs/errors';

/** The header `Link` of a problem: where people read what the code means, and what to do. */
export function helpLink(code: string): string {
  return `<${ERROR_CATALOGUE}#${code}>; rel="help"`;
}

/** Codes for failures that Express or Nest throws. */
const CODE_OF: Record<number, string> = {
  400: 'malformed_request',
  404: 'route_not_found',
};

export function problemOf({ status, code, detail, errors }: Failure, requestId: string): Problem {
  const title = STATUS_CODES[status] ?? 'Error';
  return { type: `urn:foyer:problem:${code}`, title, status, detail, code, requestId, errors };
}

/** What the caller learns of an error. An unknown error is a 500 that does not reveal its cause. */
export function failureOf(error: unknown): Failure {
  if (error instanceof DomainError) return domainFailure(error);
  return (
    databaseFailure(error) ??
    frameworkFailure(error) ??
    failure(500, 'internal_error', 'Something went wrong on our side.')
  );
}

/**
 * Logs failures that are not the caller's fault. An expected 503 is the same for all callers, so its stack says
 * nothing.
 */
export function logFailure(logger: Logger, error: unknown, requestId: string): void {
  const { status, code: msg } = failureOf(error);
  if (status < 500) return;
  const isForeseen = status === 503 && (error instanceof DomainError || isUnavailable(error));
  if (isForeseen) logger.warn({ msg, requestId, reason: reasonOf(error as Error) });
  else logger.error({ msg, requestId, error });
}

/** An aggregate error, as when no address of a host answers, has no message. */
function reasonOf({ message, code }: Error & { code?: string }): string {
  return message || String(code);
}

function frameworkFailure(error: unknown): Failure | undefined {
  const { status, message } = statusAndMessage(error);
  if (status === undefined || status < 400 || status >= 500) return undefined;
  return failure(
    status,
    CODE_OF[status] ?? 'request_refused',
    message.endsWith('.') ? message : `${message}.`,
  );
}

function statusAndMessage(error: unknown): { status?: number; message: string } {
  if (error instanceof HttpException) return { status: error.getStatus(), message: error.message };
  const { status, message } = error as { status?: unknown; message?: unknown };
  return { status: typeof status === 'number' ? status : undefined, message: String(message) };
}
