/** The problem codes that any operation can return. Each module declares its own codes. */
export const SHARED_PROBLEM_CODES = [
  // invalid requests
  ...[
    'validation_failed',
    'malformed_request',
    'http_version',
    'malformed_json',
    'malformed_form',
    'invalid_cursor',
  ],
  ...['body_too_large', 'headers_too_large', 'unsupported_media_type', 'unknown_expectation'],
  ...['picture_too_large', 'picture_unreadable'],
  ...['file_too_large', 'upload_too_slow', 'request_timeout', 'range_not_satisfiable', 'request_refused'],
  // routes and access
  ...['route_not_found', 'method_not_allowed', 'not_served_here', 'url_invalid', 'url_expired'],
  ...['key_missing', 'key_invalid', 'keys_differ', 'missing_scope', 'rate_limited'],
  // conflicting state
  ...['conflict', 'precondition_failed', 'idempotency_key_in_use', 'idempotency_key_reused'],
  // failures of the service
  ...['busy', 'database_unavailable', 'database_read_only', 'internal_error'],
  ...['storage_unavailable', 'storage_full', 'upload_lost'],
  ...['not_ready', 'shutting_down', 'database_not_ready', 'database_silent', 'migrations_pending'],
  ...['outdated', 'work_stalled'],
  ...['jobs_not_installed'],
];
