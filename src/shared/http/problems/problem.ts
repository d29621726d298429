import { STATUS_CODES } from 'node:http';
import { HttpException, type Logger } from '@nestjs/common';
import {
  isDiskFull,
  isOverload,
  isReadOnly,
  isTransactionConflict,
  isUnavailable,
  violatedUnique,
} from '../../database/driver/postgres-errors.js';
import { busy, DomainError, type ErrorKind, type Fault } from '../../kernel/errors.js';

/** The body of every failure (RFC 9457). */
interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  requestId: string;
  errors: readonly Fault[];
}

export type Failure = Pick<Problem, 'status' | 'code' | 'detail' | 'errors'>;

const STATUS_OF: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  too_slow: 408,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media: 415,
  outside_range: 416,
  unprocessable: 422,
  rate_limited: 429,
  unavailable: 503,
  storage_full: 507,
};

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
  if (error instanceof DomainError) {
    const { kind, code, detail, faults } = error;
    return { status: STATUS_OF[kind], code, detail, errors: faults };
  }
  if (isTransactionConflict(error) || isOverload(error)) return failureOf(busy());
  if (isDiskFull(error))
    return failure(507, 'storage_full', 'The database has no room left on its disk; nothing was changed.');
  if (isReadOnly(error))
    return failure(503, 'database_read_only', 'The database takes no changes just now; try again shortly.');
  if (isUnavailable(error))
    return failure(503, 'database_unavailable', 'The database is away; try again shortly.');
  if (violatedUnique(error)) return failure(409, 'conflict', 'Another request made the same record first.');
  return frameworkFailure(error) ?? failure(500, 'internal_error', 'Something went wrong on our side.');
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

export function failure(status: number, code: string, detail: string): Failure {
  return { status, code, detail, errors: [] };
}
