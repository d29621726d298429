import { wrongKind, type IdPrefix } from './ids.js';

/** The kind of refusal; the HTTP layer maps each kind to a status. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'too_slow'
  | 'conflict'
  | 'gone'
  | 'precondition_failed'
  | 'unsupported_media'
  | 'too_large'
  | 'outside_range'
  | 'unprocessable'
  | 'rate_limited'
  | 'unavailable'
  | 'storage_full';

/** One fault in a request: its location, a stable code, and a sentence for the reader. */
export interface Fault {
  /** JSON Pointer into the body. */
  pointer?: string;
  /** Name of the query parameter or header. */
  parameter?: string;
  code: string;
  message: string;
  /** The id of the record that stands in the way, if the caller may read it. */
  conflictsWith?: string;
}

/** What a code says, and what the caller can do. The error catalogue at /docs/errors shows both. */
export interface CodeMeaning {
  meaning: string;
  remedy: string;
}

/** The meaning of the code of a problem, with the kinds of refusals that have the code. */
export interface ProblemMeaning extends CodeMeaning {
  kinds: readonly ErrorKind[];
  /** Statuses of failures that are not refusals, such as those of the HTTP framework. */
  statuses?: readonly number[];
}

/** By code: the problems that a part of the service answers with. */
export type Problems = Readonly<Record<string, ProblemMeaning>>;

/** By code: the faults within a problem. A fault with the code of its problem is not listed again. */
export type Faults = Readonly<Record<string, CodeMeaning>>;

/** By code: why something did not happen, as a record says it, such as a version that stays a draft. */
export type Reasons = Readonly<Record<string, CodeMeaning>>;

/** A refusal that is shown to the caller. Its code is part of the interface and never changes. */
export class DomainError extends Error {
  override readonly name = 'DomainError';

  constructor(
    readonly kind: ErrorKind,
    readonly code: string,
    readonly detail: string,
    readonly faults: readonly Fault[] = [],
    /** How long to wait before the same request may succeed; undefined: shortly. */
    readonly retryMs?: number,
  ) {
    super(detail);
  }
}

export function tooMany(code: string, detail: string, retryMs: number): DomainError {
  return new DomainError('rate_limited', code, detail, [], retryMs);
}

export function missingScope(scope: string): DomainError {
  return new DomainError('forbidden', 'missing_scope', `This key lacks the scope ${scope}.`);
}

/**
 * The same answer for an unknown id, a malformed one and another tenant's, so that callers cannot distinguish them.
 */
export function notFound(
  what: string,
  detail = `There is no such ${what.replaceAll('_', ' ')}.`,
): DomainError {
  return new DomainError('not_found', `${what}_not_found`, detail);
}

/** The meaning of the code of `notFound`, and of `unknownReference` if other records can name this one. */
export function noSuch(record: string, named?: 'or named in a body'): ProblemMeaning {
  return {
    kinds: named ? ['not_found', 'unprocessable'] : ['not_found'],
    meaning: `The ${record} in the path${named ? ' or the body' : ''} does not exist, was deleted, or belongs to another tenant.`,
    remedy: 'Check the id. The list has the ids of the records that exist.',
  };
}

export function invalid(faults: readonly Fault[]): DomainError {
  const detail =
    faults.length === 1 ? faults[0]!.message : `${faults.length} faults were found in the request.`;
  return new DomainError('invalid', 'validation_failed', detail, faults);
}

/** The id of a record as the caller sent it, and the kind of record that it should name. */
interface NamedRecord {
  kind: IdPrefix;
  id: string;
}

/** A reference in the body to a record that does not exist, or not for this tenant. */
export function unknownReference(
  code: string,
  pointer: string,
  otherwise: string,
  named?: NamedRecord,
): DomainError {
  const message = (named && wrongKind(named.kind, named.id)) ?? otherwise;
  return new DomainError('unprocessable', code, message, [{ pointer, code, message }]);
}

export function unauthenticated(code: string, detail: string): DomainError {
  return new DomainError('unauthenticated', code, detail);
}

export function conflict(code: string, detail: string): DomainError {
  return new DomainError('conflict', code, detail);
}

export function isBusy(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'busy';
}

/** The service is overloaded. The same request may succeed shortly after. */
export function busy(): DomainError {
  return new DomainError('unavailable', 'busy', 'The service is overloaded; try again shortly.');
}

/** This process can no longer make the change; one of the newer release can. */
export function outdated(): DomainError {
  return new DomainError(
    'unavailable',
    'outdated',
    'A newer release has changed the database; this process no longer makes changes. Try again shortly.',
  );
}
