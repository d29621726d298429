/** Limits of one connection, in milliseconds: for a statement, a wait for a lock, and an open transaction. */
export const SESSION_LIMITS = {
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 30_000,
};

/** Sets the limits in a `select`: for the session, or only until the end of the transaction if this SQL is true. */
export const setLimits = (isLocal: string): string =>
  Object.entries(SESSION_LIMITS)
    .map(([name, limit]) => `set_config('${name}', '${limit}', ${isLocal})`)
    .join(', ');
