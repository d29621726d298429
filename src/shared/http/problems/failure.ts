import { SECOND_MS } from '../../kernel/durations.js';
import type { DomainError, ErrorKind, Fault, ProblemMeaning } from '../../kernel/errors.js';

/** What the caller learns of an error. */
export interface Failure {
  status: number;
  code: string;
  detail: string;
  errors: readonly Fault[];
  /** How long to wait before the same request may succeed; undefined: shortly. */
  retryMs?: number;
}

const STATUS_OF: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  too_slow: 408,
  conflict: 409,
  gone: 410,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media: 415,
  outside_range: 416,
  unprocessable: 422,
  rate_limited: 429,
  unavailable: 503,
  storage_full: 507,
};

/** The statuses of the problems with a code. */
export function statusesOf({ kinds, statuses = [] }: ProblemMeaning): number[] {
  return [...kinds.map((kind) => STATUS_OF[kind]), ...statuses].sort();
}

export function failure(status: number, code: string, detail: string): Failure {
  return { status, code, detail, errors: [] };
}

export function domainFailure({ kind, code, detail, faults, retryMs }: DomainError): Failure {
  return { status: STATUS_OF[kind], code, detail, errors: faults, retryMs };
}

/** The value of `Retry-After`; undefined for a status that waiting does not change. */
export function retryAfter({
  status,
  retryMs = SECOND_MS,
}: Pick<Failure, 'status' | 'retryMs'>): string | undefined {
  if (status !== STATUS_OF.rate_limited && status !== STATUS_OF.unavailable) return undefined;
  return String(Math.max(1, Math.ceil(retryMs / SECOND_MS)));
}
