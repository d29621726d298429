import { ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { ANY_KEY } from '../../auth/access.js';
import { exampleId } from '../../kernel/example-ids.js';
import type { Inputs } from './inputs.js';
import { ProblemView } from '../problems/problem.dto.js';
import { problemOf } from '../problems/problem.js';

/** The parts of an operation that determine its possible problems. */
interface Operation {
  verb: string;
  access: string;
  inputs: Inputs;
  forbidden?: { code: string; when: string };
  conflict?: { code: string; when: string };
  reference?: { code: string; when: string };
  missing?: { code: string; when: string };
  limit?: { code: string; when: string };
  gone?: { code: string; when: string };
  isRead?: boolean;
}

/** Documents every problem that an operation can return, each with an example. */
export function problemResponses(operation: Operation): MethodDecorator[] {
  return problemsOf(operation).map(problemResponse);
}

const UNAVAILABLE =
  'The service is overloaded, or the database is not reachable (`database_unavailable`); `Retry-After` says when ' +
  'to try again.';

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

interface DocumentedProblem {
  status: number;
  code: string;
  when: string;
}

function problemsOf(operation: Operation): DocumentedProblem[] {
  const { verb, inputs, access, forbidden, conflict, reference, missing, limit, gone, isRead } = operation;
  const takesKey = verb === 'POST' && !isRead;
  const record = inputs.pathIds.at(-1)?.prefix;
  const guarded = access !== 'public';
  const all: (DocumentedProblem | false | undefined)[] = [
    problem(400, 'validation_failed', 'The request is malformed or invalid; `errors` lists every fault.'),
    guarded && problem(401, 'key_invalid', 'There is no valid key.'),
    forbiddenOf(access, forbidden),
    record && problem(404, `${record}_not_found`, 'There is no such record.'),
    missing && problem(404, missing.code, missing.when),
    conflictOf(takesKey, conflict),
    gone && problem(410, gone.code, gone.when),
    ['PUT', 'PATCH', 'DELETE'].includes(verb) &&
      problem(412, 'precondition_failed', '`If-Match` names another state of the record.'),
    inputs.upload && problem(408, 'upload_too_slow', 'The upload took too long to arrive.'),
    inputs.upload &&
      problem(
        413,
        'file_too_large',
        'The file is too large, or a picture has too many pixels (`picture_too_large`).',
      ),
    inputs.upload &&
      problem(
        415,
        'unsupported_media_type',
        'The body is not a form, the kind of file is not allowed, or a picture can not be read (`picture_unreadable`).',
      ),
    inputs.body && problem(413, 'body_too_large', 'The body is too large.'),
    inputs.body && problem(415, 'unsupported_media_type', 'The body is not JSON in UTF-8.'),
    unprocessableOf(takesKey, reference),
    guarded && limitOf(limit),
    problem(431, 'headers_too_large', 'The headers are too large.'),
    problem(
      500,
      'internal_error',
      'Something went wrong on our side. The log contains the cause under this `requestId`.',
    ),
    guarded && problem(503, 'busy', UNAVAILABLE),
    guarded && problem(507, 'storage_full', 'The disk is full.'),
    !guarded && problem(503, 'shutting_down', 'This process is not ready for requests.'),
  ];
  return all.filter((each) => typeof each === 'object');
}

function forbiddenOf(access: string, forbidden: Operation['forbidden']): DocumentedProblem | undefined {
  const needsScope = access !== 'public' && access !== ANY_KEY;
  const lacks = needsScope ? 'The key lacks the scope (`missing_scope`).' : undefined;
  if (forbidden) return problem(403, forbidden.code, [forbidden.when, lacks].filter(Boolean).join(' '));
  return needsScope ? problem(403, 'missing_scope', 'The key lacks the scope.') : undefined;
}

function conflictOf(takesKey: boolean, conflict: Operation['conflict']): DocumentedProblem | undefined {
  const busy = takesKey ? 'A request with this `Idempotency-Key` is still running.' : undefined;
  const when = [conflict?.when, busy].filter(Boolean).join(' ');
  return when ? problem(409, conflict?.code ?? 'idempotency_key_in_use', when) : undefined;
}

function limitOf(limit: Operation['limit']): DocumentedProblem {
  const tooMany = 'Too many requests; `Retry-After` says when to try again.';
  if (!limit) return problem(429, 'rate_limited', tooMany);
  return problem(429, limit.code, `${limit.when} Or: too many requests (\`rate_limited\`).`);
}

function unprocessableOf(
  takesKey: boolean,
  reference: Operation['reference'],
): DocumentedProblem | undefined {
  const reused = takesKey ? 'The `Idempotency-Key` was used with another request.' : undefined;
  const when = [reference?.when, reused].filter(Boolean).join(' ');
  return when ? problem(422, reference?.code ?? 'idempotency_key_reused', when) : undefined;
}

function problem(status: number, code: string, when: string): DocumentedProblem {
  return { status, code, when };
}

function problemResponse({ status, code, when }: DocumentedProblem): MethodDecorator {
  const example = problemOf({ status, code, detail: when.replaceAll('`', ''), errors: [] }, exampleId('req'));
  const schema = { $ref: getSchemaPath(ProblemView) };
  return ApiResponse({
    status,
    description: when,
    headers: { ...LINK, ...((status === 429 || status === 503) && RETRY_AFTER) },
    content: { 'application/problem+json': { schema, example } },
  });
}
