/** Bounds on what one connection may hold up, in milliseconds: a statement, a wait for a lock, an open transaction. */
export const SESSION_LIMITS = {
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 30_000,
};

/** Sets them in a `select`: for the session, or where this SQL is true until the end of the transaction alone. */
export const setLimits = (isLocal: string): string =>
  Object.entries(SESSION_LIMITS)
    .map(([name, limit]) => `set_config('${name}', '${limit}', ${isLocal})`)
    .join(', ');
