/** Number of tries before a job is given up, unless its kind says otherwise. */
const MAX_TRIES = 6;

// A worker that stops sending heartbeats is given up after 10 s, and its job continues elsewhere.
export const DEFAULT_TRIES = {
  retryLimit: MAX_TRIES - 1,
  retryDelay: 1,
  retryBackoff: true,
  heartbeatSeconds: 10,
};

const FOR_A_YEAR = { retryLimit: 1_000_000, retentionSeconds: 365 * 86_400 };

/** For work that must be done eventually, whatever happens: it is retried each minute. */
export const UNTIL_DONE = { ...FOR_A_YEAR, retryDelayMax: 60 };

/**
 * The same for the job that follows a job that was given up: the engine does not pass on the maximum delay, so all
 * delays are equal.
 */
export const AFTER_GIVING_UP = { ...FOR_A_YEAR, retryBackoff: false, retryDelay: 10 };
