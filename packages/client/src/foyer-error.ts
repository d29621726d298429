import type { Operations } from './generated/operations.js';
import type { Fault, ProblemCode } from './generated/types.gen.js';

/** An operation of the API, such as `POST /v0/persons`. */
export type OperationName = keyof Operations;

/** Failures that the service did not report: it was not reached, was too slow, or something else answered. */
export type ClientCode = 'connection_failed' | 'timed_out' | 'unexpected_answer';

/** New codes are added to the API without a new version of this package. */
type LaterCode = string & Record<never, never>;

export type ErrorCode<Name extends OperationName = OperationName> =
  (OperationName extends Name ? ProblemCode : Operations[Name]['codes']) | ClientCode | LaterCode;

export interface ErrorDetails {
  operation: string;
  code: string;
  detail: string;
  status?: number | undefined;
  faults?: readonly Fault[];
  requestId?: string | undefined;
  retryAfterMs?: number | undefined;
  cause?: unknown;
}

/** A failure of this operation. */
export interface FailureOf<Name extends OperationName> extends FoyerError {
  readonly operation: Name;
  readonly code: ErrorCode<Name>;
}

/** A call that failed. */
export class FoyerError extends Error {
  override readonly name = 'FoyerError';
  /** Method and path of the operation, such as `POST /v0/persons`. */
  readonly operation: OperationName;
  /** Status of the answer; undefined if there was none. */
  readonly status: number | undefined;
  /** Stable; see `/docs/errors` of the service. Handle an unknown code by its status. */
  readonly code: ErrorCode;
  /** What happened, for people. */
  readonly detail: string;
  /** Every fault in the request, with its place. */
  readonly faults: readonly Fault[];
  /** Names the request in the service's log. */
  readonly requestId: string | undefined;
  /** How long the service asks to wait. */
  readonly retryAfterMs: number | undefined;

  constructor({
    operation,
    code,
    detail,
    status,
    faults = [],
    requestId,
    retryAfterMs,
    cause,
  }: ErrorDetails) {
    const answer = status === undefined ? code : `${status} ${code}`;
    super(`${operation}: ${answer}: ${detail}${requestId ? ` (${requestId})` : ''}`, { cause });
    this.operation = operation as OperationName;
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.faults = faults;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }

  /** Whether this operation failed. If so, the type of `code` has the codes that are documented for the operation. */
  isFrom<Name extends OperationName>(operation: Name): this is FailureOf<Name> {
    return this.operation === operation;
  }
}
