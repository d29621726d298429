import type { Problems } from '../../kernel/errors.js';

/** The problems that any operation can answer with. Each module declares its own. */
export const SHARED_PROBLEMS: Problems = {
  validation_failed: {
    kinds: ['invalid'],
    meaning: 'The request is invalid. `errors` lists every fault, with its place and its own code.',
    remedy: 'Correct the faults. Each message says what is allowed.',
  },
  malformed_request: {
    kinds: ['invalid'],
    meaning: 'The request is not well-formed HTTP, or its path can not be decoded.',
    remedy: 'Check how the request is built: target, `Host` header, encodings.',
  },
  http_version: {
    kinds: ['invalid'],
    meaning: 'The answer has any length, which HTTP/1.0 can not carry.',
    remedy: 'Send the request as HTTP/1.1.',
  },
  malformed_json: {
    kinds: ['invalid'],
    meaning: 'The body is not valid JSON. The message names the place.',
    remedy: 'Correct the body at the place that the message names.',
  },
  malformed_form: {
    kinds: ['invalid'],
    meaning: 'The body is not a valid `multipart/form-data` form.',
    remedy: 'Let a library build the form, with its own `Content-Type` header.',
  },
  invalid_cursor: {
    kinds: ['invalid'],
    meaning:
      'The cursor is not from this list, or the query has other filters than the request that returned the cursor.',
    remedy:
      'Repeat the filters of the first request, and pass `nextCursor` unchanged. Or start again without a cursor.',
  },
  body_too_large: {
    kinds: ['too_large'],
    meaning: 'The body, or the text fields of an upload, are larger than `BODY_LIMIT`.',
    remedy: 'Send less, such as a batch with fewer items. The operator can raise the limit.',
  },
  headers_too_large: {
    kinds: [],
    statuses: [431],
    meaning: 'The headers of the request are too large.',
    remedy: 'Send fewer or shorter headers.',
  },
  unsupported_media_type: {
    kinds: ['unsupported_media'],
    meaning: 'The body, or the file, does not have a media type that the operation accepts.',
    remedy: 'Send one of the types that the message names, with this `Content-Type`.',
  },
  unknown_expectation: {
    kinds: [],
    statuses: [417],
    meaning: 'The header `Expect` asks for something other than `100-continue`.',
    remedy: 'Leave out the header.',
  },
  picture_too_large: {
    kinds: ['too_large'],
    meaning: 'The picture has too many pixels.',
    remedy: 'Make the picture smaller, and send it again.',
  },
  picture_unreadable: {
    kinds: ['unsupported_media'],
    meaning: 'The file can not be read as a picture of the type that it seems to have.',
    remedy: 'Export the picture again, as one of the types that the message names.',
  },
  file_too_large: {
    kinds: ['too_large'],
    meaning: 'The file is larger than `UPLOAD_LIMIT`.',
    remedy: 'Send a smaller file. The operator can raise the limit.',
  },
  upload_too_slow: {
    kinds: ['too_slow'],
    meaning: 'The upload took too long to arrive.',
    remedy: 'Try again over a better connection, or send a smaller file.',
  },
  request_timeout: {
    kinds: [],
    statuses: [408],
    meaning: 'The request took too long to arrive.',
    remedy: 'Send the request again, over a new connection.',
  },
  range_not_satisfiable: {
    kinds: ['outside_range'],
    meaning: 'The header `Range` asks for bytes behind the end of the file.',
    remedy: 'Ask for a range within the length in `Content-Range`, or for the whole file.',
  },
  request_refused: {
    kinds: [],
    statuses: [403, 406, 409, 413, 414, 415, 416, 422],
    meaning: 'The HTTP framework refuses the request, for the reason in `detail`.',
    remedy: 'Correct the request as `detail` says.',
  },
  route_not_found: {
    kinds: [],
    statuses: [404],
    meaning: 'Nothing is at this path.',
    remedy: 'Check the path. The documentation lists all operations.',
  },
  method_not_allowed: {
    kinds: [],
    statuses: [405],
    meaning: 'The path exists, but not with this method.',
    remedy: 'Use one of the methods in the header `Allow`.',
  },
  not_served_here: {
    kinds: ['not_found'],
    meaning: 'The request reached a worker, which serves only health checks and metrics.',
    remedy: 'Send the request to a process with `ROLE=api` or `ROLE=all`.',
  },
  url_invalid: {
    kinds: ['forbidden'],
    meaning: 'The signature of the URL is wrong: the URL was changed, or cut off.',
    remedy: 'Use the URL as the answer of the API has it.',
  },
  url_expired: {
    kinds: ['forbidden'],
    meaning: 'The signed URL has expired.',
    remedy: 'Read the record again: it has a new URL.',
  },
  key_missing: {
    kinds: ['unauthenticated'],
    meaning: 'The request has no API key.',
    remedy: 'Send the key as `x-api-key`, or as `Authorization: Bearer`.',
  },
  key_invalid: {
    kinds: ['unauthenticated'],
    meaning: 'The API key is unknown, revoked or expired.',
    remedy: 'Check that the whole key was sent, and to the right service. Otherwise create a new key.',
  },
  keys_differ: {
    kinds: ['unauthenticated'],
    meaning: 'Two headers of the request have different keys.',
    remedy: 'Send the key in one header.',
  },
  missing_scope: {
    kinds: ['forbidden'],
    meaning: 'The key lacks the scope that the operation needs.',
    remedy: 'Use a key with the scope that `detail` names.',
  },
  rate_limited: {
    kinds: ['rate_limited'],
    meaning: 'The key, or the address, sent too many requests in a short time.',
    remedy:
      'Wait as long as `Retry-After` says. The headers `RateLimit` and `RateLimit-Policy` help to slow down in time.',
  },
  conflict: {
    kinds: ['conflict'],
    meaning: 'Another request created the same record at the same moment.',
    remedy: 'Read the record, then decide whether to send the request again.',
  },
  precondition_failed: {
    kinds: ['precondition_failed'],
    meaning: 'The record is not in the state that `If-Match` names: somebody changed it since it was read.',
    remedy: 'Read the record again, apply the change to it, and send the request with the new ETag.',
  },
  idempotency_key_in_use: {
    kinds: ['conflict'],
    meaning: 'A request with this `Idempotency-Key` is still running.',
    remedy: 'Wait a moment, and send the same request again.',
  },
  idempotency_key_reused: {
    kinds: ['unprocessable'],
    meaning: 'The `Idempotency-Key` was used with another request.',
    remedy: 'Use a new key for each new request. A retry repeats the request exactly.',
  },
  busy: {
    kinds: ['unavailable'],
    meaning: 'The service is overloaded. Nothing was changed.',
    remedy: 'Send the same request again, after the time in `Retry-After`.',
  },
  database_unavailable: {
    kinds: [],
    statuses: [503],
    meaning: 'The database is not reachable. Whether a write took effect is unknown.',
    remedy: 'Send the same request again, with the same `Idempotency-Key`, after the time in `Retry-After`.',
  },
  database_read_only: {
    kinds: ['unavailable'],
    meaning: 'The database accepts no writes at the moment, such as during a failover.',
    remedy: 'Send the same request again, after the time in `Retry-After`.',
  },
  internal_error: {
    kinds: [],
    statuses: [500],
    meaning: 'The service failed in a way that nobody foresaw.',
    remedy:
      'Send the same request again, with the same `Idempotency-Key`. If it fails again, give the operator the `requestId`: the log has the cause.',
  },
  storage_unavailable: {
    kinds: ['unavailable'],
    meaning: 'The storage of files is not reachable, or the stored file is damaged.',
    remedy:
      'Send the same request again, after the time in `Retry-After`. If it fails again, the operator finds the cause in the log.',
  },
  storage_full: {
    kinds: ['storage_full'],
    meaning: 'The disk of the service, or of the database, is full. Nothing was changed.',
    remedy: 'The operator makes room.',
  },
  upload_lost: {
    kinds: ['unavailable'],
    meaning: 'The uploaded file disappeared before the request was complete.',
    remedy: 'Send the file again.',
  },
  not_ready: {
    kinds: ['unavailable'],
    meaning: 'A health check found parts of the service that do not work. `errors` names them.',
    remedy: 'The operator looks at these parts. Load balancers send requests elsewhere.',
  },
  shutting_down: {
    kinds: ['unavailable'],
    meaning: 'The process is about to end.',
    remedy: 'Send the request again: it reaches another process.',
  },
  database_not_ready: {
    kinds: ['unavailable'],
    meaning: 'The database is not reachable, or its tables do not exist yet.',
    remedy: 'Wait until the service has started. If it stays, the operator checks `DATABASE_URL`.',
  },
  database_silent: {
    kinds: ['unavailable'],
    meaning: 'The database does not respond to the health check in time.',
    remedy: 'The operator looks at the load and the locks of the database.',
  },
  migrations_pending: {
    kinds: ['unavailable'],
    meaning: 'Migrations of this release are not applied to the database yet.',
    remedy: 'The operator starts the service with the right to migrate, or applies the migrations.',
  },
  outdated: {
    kinds: ['unavailable'],
    meaning: 'A newer release has changed the database, and this process belongs to an older one.',
    remedy: 'Send the request again: it reaches a newer process. The operator stops the old processes.',
  },
  work_stalled: {
    kinds: ['unavailable'],
    meaning: 'A worker has not looked for work for a while. `errors` names the kinds of work.',
    remedy: 'The operator restarts the worker, and looks for the cause in its log.',
  },
  jobs_not_installed: {
    kinds: ['unavailable'],
    meaning: 'The tables of the background jobs do not exist.',
    remedy: 'The operator starts a process of this release, which creates them.',
  },
};
