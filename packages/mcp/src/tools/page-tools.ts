import { z } from 'zod';
import type { Page } from '@foyer/client';
import { listOf } from '../answers.js';
import { audienceId, defineTool, given, idOf, pageId, paging } from '../tool.js';
import { dryRun, write } from '../writing.js';

const pageType = z
  .enum(['inbound', 'outbound', 'call_followup', 'sales_deck', 'custom'])
  .describe(
    'How the page looks: inbound is a landing page, outbound a letter, call_followup a summary, sales_deck slides, custom the usual page.',
  );
const language = z.string().describe('Language of the texts, such as en or pt-BR.');
const brandId = z.string().describe('Id or key of the brand, such as acme.');
const actions = z
  .array(
    z.strictObject({
      actionId: z.string().describe('Unique in the page, such as book-demo.'),
      purpose: z.string().describe('What the visitor does, such as "Book a demo".'),
      buttonTitle: z.string().describe('The words on the button.'),
      actionType: z.enum(['open_url', 'submit_form', 'copy_text']),
      url: z.string().describe('Absolute URL that the action opens.'),
    }),
  )
  .max(20)
  .describe('The buttons of the page, in order.');
const topicIds = z
  .array(idOf('topic', 'A topic.'))
  .nullable()
  .describe('The topics that the page answers questions from; null is all, an empty list is none.');

const searchPages = defineTool({
  name: 'search_pages',
  title: 'Search pages',
  description:
    'Finds pages by words of their name, title or texts; without a query, lists the newest. Answers short records; get_page has the texts.',
  kind: 'read',
  scopes: ['pages:read'],
  input: {
    query: z.string().min(1).optional().describe('Words to find.'),
    status: z.enum(['draft', 'published', 'archived']).optional(),
    ...paging,
  },
  run: async ({ foyer }, input) => listOf(await foyer.pages.list(given(input)), short),
});

const getPage = defineTool({
  name: 'get_page',
  title: 'Read a page',
  description:
    'A page with its body (which visitors read), its notes for the composer (pageContext, which visitors never see), actions, blocks and topics.',
  kind: 'read',
  scopes: ['pages:read'],
  input: { pageId },
  run: async ({ foyer }, input) => {
    const { scripts, ...page } = await foyer.pages.get(input.pageId);
    return { ...page, scriptsCount: scripts.length };
  },
});

const checkPage = defineTool({
  name: 'check_page',
  title: 'Check a page',
  description:
    'What visitors would stumble over: missing or broken links, texts that are cut, actions that lead nowhere. Each finding has a place and a fix. Use it before publish.',
  kind: 'read',
  scopes: ['pages:read'],
  input: {
    pageId,
    audienceId: audienceId
      .optional()
      .describe('Checks the page as this audience sees it; needs the scope audiences:read.'),
  },
  run: ({ foyer }, input) =>
    input.audienceId
      ? foyer.pages.audiences.check(input.pageId, input.audienceId)
      : foyer.pages.check(input.pageId),
});

const createPage = defineTool({
  name: 'create_page',
  title: 'Create a page',
  description:
    'Creates a page as a draft. Visitors see nothing of it: it needs an audience (create_audience) and a link (create_link).',
  kind: 'create',
  scopes: ['pages:write'],
  input: {
    name: z.string().min(1).describe('Name of the page, which is also its title.'),
    pageType: pageType.default('custom'),
    brandId,
    notes: z
      .string()
      .min(1)
      .describe('What the page is for and how it should sound; for the composer. Visitors never see it.'),
    body: z.string().min(1).optional().describe('The text that visitors read, in Markdown.'),
    language: language.optional(),
    actions: actions.default([]),
    topicIds: topicIds.optional(),
    dryRun,
  },
  run: ({ foyer }, { dryRun: isDryRun, notes, ...page }) => {
    const body = given({ ...page, pageContext: notes, actionCardWidgets: [], scripts: [] });
    return write(isDryRun, {
      operation: 'POST /v0/pages',
      body,
      needs: (page.topicIds ?? []).map((id) => () => foyer.topics.get(id)),
      send: async () => short(await foyer.pages.create(body)),
    });
  },
});

const changePage = defineTool({
  name: 'change_page',
  title: 'Change a page',
  description:
    'Changes the given settings of a page; draft_texts changes its texts. Lists are replaced as a whole, so read the page before. Visitors of an audience see the change with the next publish.',
  kind: 'change',
  scopes: ['pages:read', 'pages:write'],
  input: {
    pageId,
    name: z.string().min(1).optional(),
    pageType: pageType.optional(),
    brandId: brandId.optional(),
    language: language.nullable().optional(),
    actions: actions.optional(),
    topicIds: topicIds.optional(),
    dryRun,
  },
  run: ({ foyer }, { dryRun: isDryRun, pageId: id, ...changes }) => {
    const body = given(changes);
    return write(isDryRun, {
      operation: `PATCH /v0/pages/${id}`,
      body,
      before: () => foyer.pages.get(id),
      preview: () => foyer.pages.preview(id, body),
      send: async () => short(await foyer.pages.update(id, body)),
    });
  },
});

export const pageTools = [searchPages, getPage, checkPage, createPage, changePage];

function short(page: Page) {
  const { name, title, status, pageType: type, brandId: brand, audiencesCount, updatedAt } = page;
  return {
    pageId: page.pageId,
    name,
    title,
    status,
    pageType: type,
    brandId: brand,
    audiencesCount,
    updatedAt,
  };
}
