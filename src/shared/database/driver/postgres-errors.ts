import { CONNECTED_LATE, CONNECTION_LOST } from '../../libraries/pg-internals.js';

const UNAVAILABLE =
  /^(08\d{3}|25006|57P0[123]|53[0234]00|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH)$/;
/** For a Unix socket: there is none while the server restarts, or too many wait at it. Of a file they mean something else. */
const NOT_CONNECTED = /^(ENOENT|EAGAIN)$/;

/**
 * The database is away, shutting down or read-only: worth another try in a moment. There is a place in the pool for all
 * whose turn it is: where they wait for one, connections can't be opened.
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

/** The server takes no changes: it is a standby, or an operator has made it read-only. */
export function isReadOnly(error: unknown): boolean {
  return chain(error).some((cause) => codeOf(cause) === '25006');
}

/** A write, or a read that needs a temporary file, found no room on the server's disk. The server lives on. */
export function isDiskFull(error: unknown): boolean {
  return chain(error).some((cause) => codeOf(cause) === '53100');
}

/** Waited too long for a lock, ran too long, or the server has no connection left: it may well succeed later. */
export function isOverload(error: unknown): boolean {
  return chain(error).some((cause) => ['55P03', '57014', '53300'].includes(codeOf(cause)));
}

/** Two transactions got in each other's way; the one that was given up can simply run again. */
export function isTransactionConflict(error: unknown): boolean {
  return chain(error).some((cause) => ['40001', '40P01'].includes(codeOf(cause)));
}

/** The statement was dropped behind our back, or its table has changed since it was planned. */
export function isStalePlan(error: unknown): boolean {
  return ['26000', '0A000'].includes((error as { code?: string } | null)?.code ?? '');
}

/** A table or a column is not there: the schema is older than this program. */
export function lacksSchema(error: unknown): boolean {
  return chain(error).some((cause) => ['42P01', '42703'].includes(codeOf(cause)));
}

/** Name of the unique constraint that was violated, if that is what went wrong. Shards put their number behind it. */
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
