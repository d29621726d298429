import type { Type } from '@nestjs/common';
import {
  ApiConsumes,
  ApiExtraModels,
  ApiHeader,
  ApiOperation,
  ApiParam,
  ApiResponse,
  ApiSecurity,
  getSchemaPath,
  type ApiResponseOptions,
} from '@nestjs/swagger';
import { ANY_KEY, type AccessRule } from '../../auth/access.js';
import { MAX_BATCH_ITEMS } from '../../batches/batch.dto.js';
import { ANSWER_RETENTION_HOURS } from '../../idempotency/idempotency.jobs.js';
import { exampleId } from '../../kernel/example-ids.js';
import type { Inputs } from './inputs.js';
import { problemResponses, type OwnProblem } from './endpoint-problems.js';
import { ProblemView } from '../problems/problem.dto.js';

export type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface EndpointOptions {
  summary: string;
  description: string;
  /** The scope a key needs, `any key`, or `public` if no key is needed. */
  access: AccessRule;
  answer: Type;
  /** 201 for a POST that creates a record; 200 otherwise. */
  status?: 200 | 201;
  /** The state in which the operation is refused (409), and the code. */
  conflict?: OwnProblem;
  /** The record named in the body that may not exist (422), and the code. */
  reference?: OwnProblem;
  /** Why a key with the scope may be refused (403), and the code. */
  forbidden?: OwnProblem;
  /** For a GET that returns a file of any length: it has no ETag. */
  isStreamed?: boolean;
  /** The text media type of a GET whose answer stays open and contains many of these. */
  live?: string;
  /** An alternative text media type that the caller can request by `Accept`. */
  alsoAs?: string;
  /** Why a request within the rate limits may be refused (429), and the code. */
  limit?: OwnProblem;
  /** Why the operation may not be possible at the moment (503), and the code, if for other reasons than most. */
  unavailable?: OwnProblem;
  /** Why the answer may no longer exist (410), and the code. */
  gone?: OwnProblem;
  /** For a POST that returns 200 if it creates nothing: when that is. */
  existing?: string;
  /** For a POST that only reads, because its input does not belong in a URL. It needs no `Idempotency-Key`. */
  isRead?: boolean;
  /** What may not exist besides the records in the path (404), and the code. */
  missing?: OwnProblem;
}

export const API_KEY_SCHEME = 'apiKey';
export const BEARER_SCHEME = 'bearer';

interface Operation extends EndpointOptions {
  verb: Verb;
  name: string;
  inputs: Inputs;
}

/** The documentation that follows from the kind of operation, so that no controller has to repeat it. */
export function documentation(operation: Operation): MethodDecorator[] {
  const { name, summary, description, answer, status = 200, inputs, access } = operation;
  return [
    ApiOperation({
      operationId: name,
      summary,
      description: `${description}${batchNote(inputs)}${scopeNote(access)}`,
    }),
    ApiResponse({ status, description: summary, ...contentOf(operation), headers: answerHeaders(operation) }),
    ...(operation.existing
      ? [
          ApiResponse({
            status: 200,
            description: operation.existing,
            type: answer,
            headers: answerHeaders(operation),
          }),
        ]
      : []),
    ...(operation.verb === 'GET' && access !== 'public' && !operation.isStreamed && !operation.live
      ? [NOT_MODIFIED]
      : []),
    ApiExtraModels(ProblemView, ...(operation.alsoAs || operation.live ? [answer] : [])),
    ...(access === 'public' ? [] : [ApiSecurity(API_KEY_SCHEME), ApiSecurity(BEARER_SCHEME)]),
    ...(inputs.upload ? [ApiConsumes('multipart/form-data')] : []),
    ...inputs.pathIds.map(({ parameter, prefix, example }) =>
      ApiParam({ name: parameter, type: String, example: exampleId(prefix, example) }),
    ),
    ...requestHeaders(operation),
    ...problemResponses(operation),
  ];
}

function contentOf({ answer, alsoAs, live }: Operation): ApiResponseOptions {
  if (live) return { content: { [live]: { schema: { type: 'string' } } } };
  if (!alsoAs) return { type: answer };
  return {
    content: {
      'application/json': { schema: { $ref: getSchemaPath(answer) } },
      [alsoAs]: { schema: { type: 'string' } },
    },
  };
}

function batchNote({ batch }: Inputs): string {
  if (!batch) return '';
  return (
    `\n\nUp to ${MAX_BATCH_ITEMS} items in one transaction. The status is 200 whatever the items lead to: each result ` +
    'has the status of its item. In `atomic`, a refused item refuses the batch, with its status. A batch counts as ' +
    'many requests as it has items.'
  );
}

function scopeNote(access: string): string {
  if (access === 'public') return '';
  return access === ANY_KEY ? '\n\nAny key may call it.' : `\n\nScope: \`${access}\`.`;
}

function requestHeaders({ verb, inputs, isRead, live }: Operation): MethodDecorator[] {
  const byVerb: Record<Verb, { name: string; description: string }[]> = {
    GET:
      inputs.pathIds.length > 0
        ? [
            {
              name: 'If-None-Match',
              description: 'An ETag; the response is 304 if the record has not changed.',
            },
          ]
        : [],
    POST: isRead ? [] : [IDEMPOTENCY_KEY],
    PUT: [],
    PATCH: [],
    DELETE: [],
  };
  const further = [...(inputs.precondition ? [IF_MATCH] : []), ...(live ? [LAST_EVENT_ID] : [])];
  return [...byVerb[verb], ...further].map((header) =>
    ApiHeader({ ...header, required: false, schema: { type: 'string' } }),
  );
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  description: `Makes a retry safe: within ${ANSWER_RETENTION_HOURS} hours, it gets the first response again.`,
};

const LAST_EVENT_ID = {
  name: 'Last-Event-ID',
  description: 'The latest `id` that the stream sent before it ended; it goes on from there.',
};

const NOT_MODIFIED = ApiResponse({ status: 304, description: '`If-None-Match` names the current state.' });

const IF_MATCH = {
  name: 'If-Match',
  description: 'An ETag; the response is 412 if the record has changed since.',
};

function answerHeaders({ verb, access, isStreamed, live, isRead }: Operation) {
  const text = (description: string) => ({ description, schema: { type: 'string' as const } });
  return {
    'x-request-id': text('Identifies this request in logs and error responses.'),
    ...(!isStreamed && !live && { ETag: text('Identifies the returned state.') }),
    ...(access !== 'public' && {
      'RateLimit-Policy': text(
        'The rate limit: `q` requests at once, all available again after `w` seconds.',
      ),
      RateLimit: text('Requests left now (`r`), and seconds until all are available again (`t`).'),
    }),
    ...(verb === 'POST' &&
      !isRead && {
        'Idempotency-Replayed': text('`true` if this is an earlier response, sent again.'),
      }),
  };
}
