/** Why the sender of a form could not be identified, by the code of the failed try. For people to read. */
export const ENRICHMENT_FAILURES = {
  nobody: 'The form has no field that identifies the sender, or that field was left empty.',
  enricher_unreachable: 'The enrichment service could not be reached.',
  enricher_timeout: 'The enrichment service did not respond in time.',
  enricher_failed: 'The enrichment service returned an error.',
  enricher_refused: 'The enrichment service rejected the request.',
  enricher_answer_invalid: 'The enrichment service returned an invalid response.',
  enrichment_failed: 'All attempts to identify the sender failed.',
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
