import { defineJob } from '../../shared/jobs/job-kind.js';

/** Composes a version and puts it before its audience. */
export const publishVersion = defineJob<{ versionId: string }>('version.publish');
