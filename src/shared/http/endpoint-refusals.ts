import { ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { exampleId } from '../kernel/example-ids.js';
import type { Inputs } from './inputs.js';
import { ProblemView } from './problem.dto.js';
import { problemOf } from './problem.js';

/** What of an operation decides in which ways it can be refused. */
interface Refusable {
  verb: string;
  access: string;
  inputs: Inputs;
  conflict?: { code: string; when: string };
  reference?: { code: string; when: string };
}

/** Documents every way in which an operation can be refused, each with an example of its own. */
export function problemResponses(operation: Refusable): MethodDecorator[] {
  return refusals(operation).map(problemResponse);
}

interface Refusal {
  status: number;
  code: string;
  when: string;
}

function refusals({ verb, inputs, access, conflict, reference }: Refusable): Refusal[] {
  const record = inputs.pathIds.at(-1)?.prefix;
  const guarded = access !== 'public';
  const all: (Refusal | false | undefined)[] = [
    refusal(400, 'validation_failed', 'The request is malformed or invalid; `errors` lists every fault.'),
    guarded && refusal(401, 'key_invalid', 'There is no valid key.'),
    guarded && refusal(403, 'missing_scope', 'The key lacks the scope.'),
    record && refusal(404, `${record}_not_found`, 'There is no such record.'),
    conflictOf(verb, conflict),
    (verb === 'PATCH' || verb === 'DELETE') &&
      refusal(412, 'precondition_failed', '`If-Match` names another state of the record.'),
    inputs.upload && refusal(408, 'upload_too_slow', 'The upload took too long to arrive.'),
    inputs.upload && refusal(413, 'file_too_large', 'The file is too large.'),
    inputs.upload &&
      refusal(415, 'unsupported_media_type', 'The body is no form, or the file not of an allowed kind.'),
    inputs.body && refusal(413, 'body_too_large', 'The body is too large.'),
    inputs.body && refusal(415, 'unsupported_media_type', 'The body is not JSON in UTF-8.'),
    unprocessableOf(verb, reference),
    guarded &&
      refusal(503, 'database_unavailable', 'The database is away; `Retry-After` says when to try again.'),
    !guarded && refusal(503, 'shutting_down', 'This process should get no requests for now.'),
  ];
  return all.filter((each) => typeof each === 'object');
}

function conflictOf(verb: string, conflict: Refusable['conflict']): Refusal | undefined {
  const busy = verb === 'POST' ? 'A request with this `Idempotency-Key` is still running.' : undefined;
  const when = [conflict?.when, busy].filter(Boolean).join(' ');
  return when ? refusal(409, conflict?.code ?? 'idempotency_key_in_use', when) : undefined;
}

function unprocessableOf(verb: string, reference: Refusable['reference']): Refusal | undefined {
  const reused = verb === 'POST' ? 'The `Idempotency-Key` was used with another request.' : undefined;
  const when = [reference?.when, reused].filter(Boolean).join(' ');
  return when ? refusal(422, reference?.code ?? 'idempotency_key_reused', when) : undefined;
}

function refusal(status: number, code: string, when: string): Refusal {
  return { status, code, when };
}

function problemResponse({ status, code, when }: Refusal): MethodDecorator {
  const example = problemOf({ status, code, detail: when.replaceAll('`', ''), errors: [] }, exampleId('req'));
  const schema = { $ref: getSchemaPath(ProblemView) };
  return ApiResponse({
    status,
    description: when,
    content: { 'application/problem+json': { schema, example } },
  });
}
