/** Workers are notified of new jobs; only polling finds jobs that are due later, or again after a failure. */
export const POLLING = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 } as const;

/** Together with the heartbeat, this determines how soon a killed worker's job continues elsewhere. */
export const SUPERVISION = { superviseIntervalSeconds: 1, monitorIntervalSeconds: 1 } as const;
