import { ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { ANY_KEY } from '../../auth/access.js';
import { exampleId } from '../../kernel/example-ids.js';
import type { Inputs } from './inputs.js';
import { ProblemView } from '../problems/problem.dto.js';
import { problemOf } from '../problems/problem.js';

/** A problem that only some operations have: its code, and when it is sent. */
export interface OwnProblem {
  code: string;
  /** Names other codes of the same status, if there are any. */
  when: string;
}

export const TOO_MANY_REQUESTS: OwnProblem = {
  code: 'rate_limited',
  when: 'Too many requests (`rate_limited`); `Retry-After` says when to try again.',
};

/** The parts of an operation that determine its possible problems. */
interface Operation {
  verb: string;
  access: string;
  inputs: Inputs;
  forbidden?: OwnProblem;
  conflict?: OwnProblem;
  reference?: OwnProblem;
  missing?: OwnProblem;
  limit?: OwnProblem;
  gone?: OwnProblem;
  unavailable?: OwnProblem;
  isRead?: boolean;
  isStreamed?: boolean;
}

/**
 * Documents every problem that an operation can return, each with an example. The description names all codes, also
 * those of guards and pipes: the client and the error catalogue read them there. A test compares them with all answers
 * of all tests.
 */
export function problemResponses(operation: Operation): MethodDecorator[] {
  return problemsOf(operation).map(problemResponse);
}

const LINK = {
  Link: {
    description:
      'The entry of the code in the error catalogue (`rel="help"`): what it means, and what to do.',
    schema: { type: 'string' as const },
  },
};

const RETRY_AFTER = {
  'Retry-After': {
    description: 'Seconds to wait before trying again.',
    schema: { type: 'integer' as const },
  },
};

/** Marks a response whose words follow from the kind of the operation, so that all operations of that kind have it. */
export const IS_SHARED = 'x-shared';

interface DocumentedProblem {
  status: number;
  code: string;
  when: string;
  /** Whether the operation says it in its own words. */
  isOwn: boolean;
}

function problemsOf(operation: Operation): DocumentedProblem[] {
  const { inputs, access, forbidden, missing, limit, gone } = operation;
  const guarded = access !== 'public';
  const all: (DocumentedProblem | false | undefined)[] = [
    invalidOf(operation),
    guarded &&
      problem(
        401,
        'key_invalid',
        'The key is not valid, missing (`key_missing`), or there are two (`keys_differ`).',
      ),
    forbiddenOf(access, forbidden),
    missingOf(inputs, missing),
    timeoutOf(inputs),
    conflictOf(operation),
    gone && ownProblem(410, gone.code, gone.when),
    inputs.precondition &&
      problem(412, 'precondition_failed', '`If-Match` names another state of the record.'),
    inputs.upload &&
      problem(
        413,
        'file_too_large',
        'The file or the other fields (`body_too_large`) are too large, or a picture has too many pixels (`picture_too_large`).',
      ),
    inputs.upload &&
      problem(
        415,
        'unsupported_media_type',
        'The body is not a form, the kind of file is not allowed, or a picture can not be read (`picture_unreadable`).',
      ),
    inputs.body && problem(413, 'body_too_large', 'The body is too large.'),
    inputs.body && problem(415, 'unsupported_media_type', 'The body is not JSON in UTF-8.'),
    unprocessableOf(operation),
    limitOf(access, limit),
    problem(431, 'headers_too_large', 'The headers are too large.'),
    problem(
      500,
      'internal_error',
      'Something went wrong on our side. The log contains the cause under this `requestId`.',
    ),
    unavailableOf(operation),
    guarded && problem(507, 'storage_full', 'The disk is full.'),
  ];
  return all.filter((each) => typeof each === 'object');
}

function invalidOf({ inputs, isStreamed }: Operation): DocumentedProblem {
  const reasons = [
    'The request is invalid, and `errors` lists every fault; or it is not well-formed (`malformed_request`).',
    inputs.body && 'The body is not valid JSON (`malformed_json`).',
    inputs.upload && 'The body is not a valid form (`malformed_form`).',
    inputs.cursor && 'The cursor is not from this list (`invalid_cursor`).',
    isStreamed && 'HTTP/1.0 can not carry the answer (`http_version`).',
  ];
  return problem(400, 'validation_failed', sentences(reasons));
}

function forbiddenOf(access: string, forbidden: OwnProblem | undefined): DocumentedProblem | undefined {
  const needsScope = access !== 'public' && access !== ANY_KEY;
  const lacks = needsScope && 'The key lacks the scope (`missing_scope`).';
  if (forbidden) return ownProblem(403, forbidden.code, sentences([forbidden.when, lacks]));
  return needsScope ? problem(403, 'missing_scope', 'The key lacks the scope.') : undefined;
}

/** A record is found only under those above it in the path. */
function missingOf({ pathIds }: Inputs, missing: OwnProblem | undefined): DocumentedProblem | undefined {
  const [own, ...above] = pathIds.map(({ prefix }) => `${prefix}_not_found`).reverse();
  if (own === undefined) return missing && ownProblem(404, missing.code, missing.when);
  const around = above.length > 0 ? `, or none of those above it in the path (${codeList(above)})` : '';
  const notFound = `There is no such record${around}.`;
  return missing
    ? ownProblem(404, own, sentences([notFound, nameCode(missing)]))
    : problem(404, own, notFound);
}

function timeoutOf({ upload }: Inputs): DocumentedProblem {
  const when = 'The request took too long to arrive.';
  if (!upload) return problem(408, 'request_timeout', when);
  return problem(408, 'upload_too_slow', `${when} Or its headers did (\`request_timeout\`).`);
}

function conflictOf({ conflict, ...operation }: Operation): DocumentedProblem | undefined {
  const shared = sentences([
    takesIdempotencyKey(operation) &&
      'A request with this `Idempotency-Key` is still running (`idempotency_key_in_use`).',
    writes(operation) && 'Another request created the same record at the same moment (`conflict`).',
  ]);
  if (conflict) return ownProblem(409, conflict.code, sentences([conflict.when, shared]));
  if (shared === '') return undefined;
  return problem(409, takesIdempotencyKey(operation) ? 'idempotency_key_in_use' : 'conflict', shared);
}

function limitOf(access: string, limit: OwnProblem | undefined): DocumentedProblem | undefined {
  const { code, when } = TOO_MANY_REQUESTS;
  if (limit && limit !== TOO_MANY_REQUESTS) return ownProblem(429, limit.code, sentences([limit.when, when]));
  return access === 'public' && !limit ? undefined : problem(429, code, when);
}

function unprocessableOf({ reference, ...operation }: Operation): DocumentedProblem | undefined {
  const reused =
    takesIdempotencyKey(operation) &&
    'The `Idempotency-Key` was used with another request (`idempotency_key_reused`).';
  if (reference) return ownProblem(422, reference.code, sentences([reference.when, reused]));
  return reused ? problem(422, 'idempotency_key_reused', reused) : undefined;
}

function unavailableOf({ unavailable, ...operation }: Operation): DocumentedProblem | undefined {
  const retry = '`Retry-After` says when to try again.';
  if (unavailable) return ownProblem(503, unavailable.code, sentences([unavailable.when, retry]));
  if (operation.access === 'public') return undefined;
  const reasons = [
    'The service is overloaded, or the database is not reachable (`database_unavailable`).',
    writes(operation) &&
      'The database is read-only (`database_read_only`), or belongs to a newer release (`outdated`).',
    operation.inputs.upload &&
      'The storage of files is not reachable (`storage_unavailable`), or has lost the file (`upload_lost`).',
  ];
  return problem(503, 'busy', sentences([...reasons, retry]));
}

function writes({ verb, isRead }: Operation): boolean {
  return verb !== 'GET' && !isRead;
}

function takesIdempotencyKey(operation: Operation): boolean {
  return operation.verb === 'POST' && writes(operation);
}

function nameCode({ code, when }: OwnProblem): string {
  return when.includes(`\`${code}\``) ? when : `${when.replace(/\.$/, '')} (\`${code}\`).`;
}

function codeList(codes: readonly string[]): string {
  return codes.map((code) => `\`${code}\``).join(', ');
}

function sentences(parts: readonly (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(' ');
}

function problem(status: number, code: string, when: string): DocumentedProblem {
  return { status, code, when, isOwn: false };
}

function ownProblem(status: number, code: string, when: string): DocumentedProblem {
  return { status, code, when, isOwn: true };
}

function problemResponse({ status, code, when, isOwn }: DocumentedProblem): MethodDecorator {
  const example = problemOf({ status, code, detail: when.replaceAll('`', ''), errors: [] }, exampleId('req'));
  const schema = { $ref: getSchemaPath(ProblemView) };
  return ApiResponse({
    status,
    description: when,
    headers: { ...LINK, ...((status === 429 || status === 503) && RETRY_AFTER) },
    content: { 'application/problem+json': { schema, example } },
    ...(!isOwn && { [IS_SHARED]: true }),
  });
}
