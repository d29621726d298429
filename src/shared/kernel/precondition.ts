import { createHash, hash } from 'node:crypto';
import { DomainError } from './errors.js';

/** Identifies one state of a record: the hash of its answer. */
export function etagOf(body: string | Buffer): string {
  return `"${hash('sha1', body, 'base64url')}"`;
}

/** The same for an answer that is sent in parts. */
export class EtagOfParts {
  private readonly hash = createHash('sha1');

  add(part: Buffer): void {
    this.hash.update(part);
  }

  toString(): string {
    return `"${this.hash.digest('base64url')}"`;
  }
}

/**
 * Whether an `If-None-Match` names this state, so the caller already has it. Weak tags also match (RFC 9110, 13.1.2).
 */
export function hasEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return (
    ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
  );
}

/** The `If-Match` of a request: the change applies only if the record is still as the caller saw it. */
export class Precondition {
  constructor(private readonly ifMatch: string | undefined) {}

  /** Whether there is a condition to check: for records that need further reads to check it. */
  get isGiven(): boolean {
    return this.ifMatch !== undefined;
  }

  /**
   * Call it with the record locked; nothing may happen between this check and the change. `sameRecord` are other
   * representations of the same state, which match as well. Most requests have no `If-Match`: a function is not called
   * for them.
   */
  assertHolds(view: object | (() => object), ...sameRecord: object[]): void {
    if (this.ifMatch === undefined || this.ifMatch.trim() === '*') return;
    const current = etagOf(JSON.stringify(typeof view === 'function' ? view() : view));
    const known = [current, ...sameRecord.map((other) => etagOf(JSON.stringify(other)))];
    if (this.ifMatch.split(',').some((etag) => known.includes(etag.trim()))) return;
    throw new DomainError(
      'precondition_failed',
      'precondition_failed',
      `The record has changed since: its ETag is now ${current}. Read it again and repeat the change.`,
    );
  }
}
