/** Why the sender of a form could not be identified, by the code of the failed try. For people to read. */
export const ENRICHMENT_FAILURES = {
  nobody: 'The form asked for nothing that tells who sent it, or that was left empty.',
  enricher_unreachable: 'The service that is asked who sent a form could not be reached.',
  enricher_timeout: 'The service that is asked who sent a form did not answer in time.',
  enricher_failed: 'The service that is asked who sent a form answered with an error.',
  enricher_refused: 'The service that is asked who sent a form refused to answer.',
  enricher_answer_invalid: 'The service that is asked who sent a form gave an answer that can not be read.',
  enrichment_failed: 'It failed too often to find out who sent the form.',
} as const;

export type EnrichmentFailure = keyof typeof ENRICHMENT_FAILURES;

export function isEnrichmentFailure(code: string | undefined): code is EnrichmentFailure {
  return code !== undefined && Object.hasOwn(ENRICHMENT_FAILURES, code);
}

/** The request itself is wrong. Any other failure may be temporary, such as a service or network under repair. */
const PERMANENT = [400, 410, 413, 415, 422];

/** Whether a retry may succeed after the service answered with this status. */
export function isTemporaryStatus(status: number): boolean {
  return !PERMANENT.includes(status);
}
