import { exampleId } from '../../src/shared/kernel/example-ids.js';

export const START = 1763164800000;

export const INTERACTION = {
  componentContext: 'faq',
  componentId: 'box',
  groundingChunkIds: ['chunk-1'],
  label: 'What does it cost?',
  options: ['yes', 'no'],
  responseText: 'Nothing.',
  timestamp: START + 1000,
};

/** A visit of a minute to the sample page. */
export function visit(more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    pageId: exampleId('page'),
    sessionStartedAt: `+${START}`,
    sessionEndedAt: `+${START + 60_000}`,
    ...more,
  };
}
