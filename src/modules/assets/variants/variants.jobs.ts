import { defineJob } from '../../../shared/jobs/job-kind.js';

/** Makes the variants of a picture that was uploaded. */
export const makeVariants = defineJob<{ assetId: string }>('assets.make_variants');

/** Makes the variants of pictures that were uploaded before there were any, or whose job was lost. */
export const makeMissingVariants = defineJob('assets.make_missing_variants', { schedule: '* * * * *' });
