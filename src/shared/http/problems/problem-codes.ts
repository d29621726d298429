/** The codes of problems that any operation can be answered with. Those of a module are stated by the module. */
export const SHARED_PROBLEM_CODES = [
  // what was sent
  ...[
    'validation_failed',
    'malformed_request',
    'http_version',
    'malformed_json',
    'malformed_form',
    'invalid_cursor',
  ],
  ...['body_too_large', 'headers_too_large', 'unsupported_media_type', 'unknown_expectation'],
  ...['file_too_large', 'upload_too_slow', 'request_timeout', 'range_not_satisfiable', 'request_refused'],
  // where, and by whom
  ...['route_not_found', 'method_not_allowed', 'not_served_here', 'url_invalid', 'url_expired'],
  ...['key_missing', 'key_invalid', 'keys_differ', 'missing_scope', 'rate_limited'],
  // in which state of things
  ...['conflict', 'precondition_failed', 'idempotency_key_in_use', 'idempotency_key_reused'],
  // what the service lacks
  ...['busy', 'database_unavailable', 'database_read_only', 'internal_error'],
  ...['storage_unavailable', 'storage_full', 'upload_lost'],
  ...['not_ready', 'shutting_down', 'database_not_ready', 'database_silent', 'migrations_pending'],
  ...['jobs_not_installed'],
];
