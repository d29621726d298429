import { defineJob } from '../jobs/job-kind.js';
import { UNTIL_DONE } from '../jobs/job-tries.js';

/** Adds older rows to the index of mentioned persons. */
export const fillPersonIndex = defineJob('person_index.fill', { schedule: '* * * * *' });

/** Erases the mentions of an erased person that were too many for one transaction, or not in the index yet. */
export const eraseMentions = defineJob<{ hashes: string[] }>('person.erase_mentions', { queue: UNTIL_DONE });

/** Erases mentions of erased persons that others wrote during the erasure. */
export const eraseLateMentions = defineJob('person.erase_late_mentions', { schedule: '* * * * *' });
