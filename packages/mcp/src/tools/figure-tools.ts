import { z } from 'zod';
import { readableTime, UnusableInput, untrusted } from '../answers.js';
import { audienceId, defineTool, given, pageId } from '../tool.js';

const time = z.string().describe('A time such as 2026-01-31T00:00:00Z.');

const getFigures = defineTool({
  name: 'get_figures',
  title: 'Read figures',
  description:
    'Visits, engaged seconds, bounce rate, conversions and questions: of all pages, of one page, or of one audience of it. Without times, of the last days. A visit counts after it has ended, so the newest are missing.',
  kind: 'read',
  scopes: ['analytics:read'],
  input: {
    pageId: pageId.optional(),
    audienceId: audienceId.optional().describe('Only with pageId.'),
    from: time.optional(),
    to: time.optional(),
    interval: z.enum(['hour', 'day', 'week']).optional().describe('Length of the steps of the series.'),
    timeZone: z.string().optional().describe('IANA name, such as Europe/Berlin.'),
    breakdown: z
      .enum(['audience', 'link', 'source', 'medium', 'campaign', 'referrer', 'device', 'question'])
      .optional()
      .describe('Also the figures of each value of this dimension, the most visits first.'),
    compare: z.boolean().optional().describe('Also the totals of the period before.'),
  },
  run: async ({ foyer }, { pageId: page, audienceId: audience, ...input }) => {
    // The answer would be that of all pages.
    if (audience && !page) throw new UnusableInput('audienceId needs the pageId of its page.');
    const query = given(input);
    const found = await (page && audience
      ? foyer.pages.audiences.analytics.get(page, audience, query)
      : page
        ? foyer.pages.analytics.get(page, query)
        : foyer.analytics.get(query));
    const { from, to, interval, timeZone, totals, series, previous, breakdown } = found;
    return {
      ...{ from: readableTime(from), to: readableTime(to), interval, timeZone },
      ...{ totals, previousTotals: previous?.totals },
      series: series
        .filter(({ visits, questions }) => visits > 0 || questions > 0)
        .map((step) => ({ ...step, from: readableTime(step.from) })),
      seriesNote: 'Steps without visits are left out.',
      // Whoever writes the address of a visit writes these values, too, unless they are ids.
      breakdown: breakdown?.map(({ value, name, ...figures }) => ({
        ...figures,
        value: name === null ? untrusted(value) : value,
        name: untrusted(name),
      })),
    };
  },
});

export const figureTools = [getFigures];
