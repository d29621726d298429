import { z } from 'zod';
import { audienceId, defineTool, given, pageId } from '../tool.js';
import { dryRun, write } from '../writing.js';

export const draftTexts = defineTool({
  name: 'draft_texts',
  title: 'Draft texts',
  description:
    'Saves the text of a page, or of one audience of it, for the next version. Visitors see nothing of it until publish. Replaces the text as a whole, so read it before. With dryRun, the answer has a preview.',
  kind: 'change',
  scopes: ['pages:read', 'pages:write', 'audiences:read', 'audiences:write'],
  input: {
    pageId,
    audienceId: audienceId.optional().describe('The text is for this audience alone. Absent: for the page.'),
    body: z
      .string()
      .min(1)
      .max(100_000)
      .nullable()
      .optional()
      .describe('The text that visitors read, in Markdown; HTML is shown as text. null removes it.'),
    notes: z
      .string()
      .min(1)
      .optional()
      .describe('For the composer: what to stress and how to sound. Visitors never see it.'),
    dryRun,
  },
  run: ({ foyer }, { dryRun: isDryRun, pageId: page, audienceId: id, body: text, notes }) => {
    if (!id) {
      const body = given({ body: text, pageContext: notes });
      return write(isDryRun, {
        operation: `PATCH /v0/pages/${page}`,
        body,
        before: () => foyer.pages.get(page),
        preview: () => foyer.pages.preview(page, body),
        send: async () => {
          const { updatedAt } = await foyer.pages.update(page, body);
          return { pageId: page, updatedAt, next: 'publish for each audience that shall see it' };
        },
      });
    }
    const body = given({ bodyOverride: text, supplementaryContext: notes });
    return write(isDryRun, {
      operation: `PATCH /v0/pages/${page}/audiences/${id}`,
      body,
      before: () => foyer.pages.audiences.get(page, id),
      preview: () => foyer.pages.preview(page, { audienceId: id, audience: body }),
      send: async () => {
        const { updatedAt } = await foyer.pages.audiences.update(page, id, body);
        return { pageId: page, audienceId: id, updatedAt, next: 'publish' };
      },
    });
  },
});
