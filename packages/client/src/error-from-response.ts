import { FoyerError, type ErrorDetails } from './foyer-error.js';
import type { Fault } from './generated/types.gen.js';

/** Makes an error of an answer that is not a success. */
export async function errorFromResponse(response: Response, operation: string): Promise<FoyerError> {
  const { status, headers } = response;
  // Browsers hide the status of a redirect.
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    return unexpectedResponse(response, operation, 'The answer is a redirect. Check the URL of the service.');
  }
  const problem = parseProblem(await response.text());
  const retryAfterMs = readRetryAfter(headers);
  if (!problem) {
    return unexpectedResponse(
      response,
      operation,
      `HTTP ${status} without a problem document.`,
      undefined,
      retryAfterMs,
    );
  }
  return new FoyerError({
    ...problem,
    operation,
    status,
    requestId: problem.requestId ?? requestIdOf(response),
    retryAfterMs,
  });
}

/** For an answer that the service itself does not give: perhaps a proxy answered. */
export function unexpectedResponse(
  response: Response,
  operation: string,
  detail: string,
  cause?: unknown,
  retryAfterMs?: number,
): FoyerError {
  return new FoyerError({
    operation,
    code: 'unexpected_answer',
    detail,
    // A hidden redirect has the status 0.
    status: response.status || undefined,
    requestId: requestIdOf(response),
    retryAfterMs,
    cause,
  });
}

function requestIdOf({ headers }: Response): string | undefined {
  return headers.get('x-request-id') ?? undefined;
}

type ReadProblem = Omit<ErrorDetails, 'operation'>;

/** Something else than the service may have problems, too, with other members. */
function parseProblem(text: string): ReadProblem | undefined {
  try {
    const { code, detail, requestId, errors } = JSON.parse(text) as Record<string, unknown>;
    if (typeof code !== 'string' || typeof detail !== 'string') return undefined;
    const faults = Array.isArray(errors) ? errors.filter(isFault) : [];
    return { code, detail, faults, requestId: typeof requestId === 'string' ? requestId : undefined };
  } catch {
    return undefined;
  }
}

function isFault(value: unknown): value is Fault {
  return typeof (value as Partial<Fault> | null)?.message === 'string';
}

/** Seconds, or a date. */
function readRetryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after')?.trim();
  if (!text) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
