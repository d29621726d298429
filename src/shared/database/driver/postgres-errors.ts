import { CONNECTED_LATE, CONNECTION_LOST } from '../../libraries/pg-internals.js';

/** An SQLSTATE of our own, which `assert_built_for` raises. */
export const OUTDATED_STATE = 'FY001';

const UNAVAILABLE =
  /^(08\d{3}|25006|57P0[123]|53[0234]00|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH)$/;
/**
 * For a Unix socket: it does not exist while the server restarts, or its queue is full. For a file, these codes mean
 * something else.
 */
const NOT_CONNECTED = /^(ENOENT|EAGAIN)$/;

/**
 * The database is down, shutting down or read-only: worth a retry soon. The pool has a place for everyone whose turn it
 * is, so a timeout while waiting for one means that connections can't be opened.
 */
export function isUnavailable(error: unknown): boolean {
  return chain(error).some(
    (cause) =>
      UNAVAILABLE.test(codeOf(cause)) || isNotConnected(cause) || CONNECTION_LOST.test(messageOf(cause)),
  );
}

function isNotConnected(cause: object): boolean {
  return NOT_CONNECTED.test(codeOf(cause)) && (cause as { syscall?: string }).syscall === 'connect';
}

/** A new connection was not opened in time, for whatever reason. */
export function isLateToConnect(error: unknown): boolean {
  return chain(error).some((cause) => CONNECTED_LATE.test(messageOf(cause)));
}

/** The server accepts no changes: it is a standby, or an operator has made it read-only. */
export function isReadOnly(error: unknown): boolean {
  return chain(error).some((cause) => codeOf(cause) === '25006');
}

/** A write, or a read that needs a temporary file, found no space on the server's disk. The server keeps running. */
export function isDiskFull(error: unknown): boolean {
  return chain(error).some((cause) => codeOf(cause) === '53100');
}

/** A lock wait or a statement timed out, or the server has no free connection: a retry may succeed later. */
export function isOverload(error: unknown): boolean {
  return chain(error).some((cause) => ['55P03', '57014', '53300'].includes(codeOf(cause)));
}

/** A wait for a lock reached its time limit. */
export function isLockTimeout(error: unknown): boolean {
  return chain(error).some((cause) => codeOf(cause) === '55P03');
}

/** A statement took longer than its time limit. */
export function isStatementTimeout(error: unknown): boolean {
  return chain(error).some((cause) => codeOf(cause) === '57014');
}

/** Two transactions conflicted; the aborted one can simply run again. */
export function isTransactionConflict(error: unknown): boolean {
  return chain(error).some((cause) => ['40001', '40P01'].includes(codeOf(cause)));
}

/** The prepared statement was dropped by someone else, or its table has changed since it was planned. */
export function isStalePlan(error: unknown): boolean {
  return ['26000', '0A000'].includes((error as { code?: string } | null)?.code ?? '');
}

/** A newer release has contracted the schema (`assert_built_for`). */
export function isOutdated(error: unknown): boolean {
  return chain(error).some((cause) => codeOf(cause) === OUTDATED_STATE);
}

/** A table or column is missing: the schema is older than this program. */
export function lacksSchema(error: unknown): boolean {
  return chain(error).some((cause) => ['42P01', '42703', '42883'].includes(codeOf(cause)));
}

/** Name of the violated unique constraint, if that is the error. Shards append their number to it. */
export function violatedUnique(error: unknown): string | undefined {
  const cause = chain(error).find((each) => codeOf(each) === '23505');
  return cause && String((cause as { constraint?: unknown }).constraint).replace(/_\d+$/, '');
}

function chain(error: unknown): object[] {
  const links: object[] = [];
  for (let link = error; typeof link === 'object' && link !== null && links.length < 5;) {
    links.push(link);
    link =
      (link as { cause?: unknown; previous?: unknown }).cause ?? (link as { previous?: unknown }).previous;
  }
  return links;
}

const codeOf = (error: object): string => (error as { code?: string }).code ?? '';
const messageOf = (error: object): string => (error as { message?: string }).message ?? '';
