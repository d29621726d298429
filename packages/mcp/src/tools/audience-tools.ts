import { z } from 'zod';
import type { Audience } from '@foyer/client';
import { listOf, untrusted } from '../answers.js';
import { audienceId, defineTool, given, idOf, pageId, paging } from '../tool.js';
import { dryRun, write } from '../writing.js';

const customName = z.string().min(1).describe('Name of the audience instead of the name of its person.');
const actionUrl = z.string().describe('URL that the actions of the page open for this audience.');
const topicIds = z
  .array(idOf('topic', 'A topic.'))
  .nullable()
  .describe('The topics of this audience instead of those of the page; null is those of the page.');

const listAudiences = defineTool({
  name: 'list_audiences',
  title: 'List audiences',
  description:
    'The audiences of a page, of a person, or of all pages, newest first. Each is a person or a group for whom a page is personalised.',
  kind: 'read',
  scopes: ['audiences:read'],
  input: {
    pageId: pageId.optional(),
    personId: idOf('person', 'Only audiences of this person.').optional(),
    archived: z.boolean().optional().describe('Only archived ones, or only others.'),
    ...paging,
  },
  run: async ({ foyer }, { pageId: id, ...query }) => {
    const found = id ? foyer.pages.audiences.list(id, given(query)) : foyer.audiences.list(given(query));
    return listOf(await found, short);
  },
});

const getAudience = defineTool({
  name: 'get_audience',
  title: 'Read an audience',
  description:
    'An audience with its own texts (bodyOverride, and supplementaryContext, which visitors never see), and its latest and published version.',
  kind: 'read',
  scopes: ['audiences:read'],
  input: { pageId, audienceId },
  run: async ({ foyer }, input) => {
    const audience = await foyer.pages.audiences.get(input.pageId, input.audienceId);
    return { ...audience, ...namesOf(audience), personRouteKey: undefined };
  },
});

const readVersion = defineTool({
  name: 'read_published',
  title: 'Read what visitors see',
  description:
    'The texts that visitors of an audience see now, section by section, or those of another version.',
  kind: 'read',
  scopes: ['audiences:read'],
  input: {
    pageId,
    audienceId,
    versionId: idOf('version', 'Another version than the published one.').optional(),
    sections: z
      .array(z.enum(['hero', 'body', 'blocks', 'proof', 'questions', 'actions', 'footer']))
      .optional()
      .describe('Only these sections; all if absent.'),
  },
  run: async ({ foyer }, { pageId: page, audienceId: audience, versionId, sections: wanted }) => {
    const { audiences } = foyer.pages;
    const id = versionId ?? (await audiences.get(page, audience)).publishedVersion.versionId;
    const { content, ...version } = await audiences.versions.content(page, audience, id);
    const chosen = content.sections.filter(({ type }) => wanted?.includes(type) ?? true);
    const sections = chosen.map((section) =>
      section.type === 'hero'
        ? { ...section, greeting: untrusted(section.greeting), greeted: undefined }
        : section,
    );
    return { ...version, title: content.title, language: content.language, sections };
  },
});

const createAudience = defineTool({
  name: 'create_audience',
  title: 'Create an audience',
  description:
    'Personalises a page for a person or a group. Its first version is made at once, and visitors can open it only when it has a link (create_link).',
  kind: 'create',
  scopes: ['audiences:write'],
  input: {
    pageId,
    personId: idOf('person', 'The person, from search_persons or create_person.').optional(),
    customName: customName.optional(),
    body: z.string().min(1).optional().describe('Text in Markdown instead of the body of the page.'),
    notes: z.string().min(1).optional().describe('For the composer. Visitors never see it.'),
    actionUrl: actionUrl.optional(),
    topicIds: topicIds.optional(),
    dryRun,
  },
  run: ({ foyer }, { dryRun: isDryRun, pageId: id, body: text, notes, ...input }) => {
    const body = given({
      ...{ personId: input.personId, customName: input.customName },
      ...{ bodyOverride: text, supplementaryContext: notes },
      ...{ actionUrlOverride: input.actionUrl, topicIdsOverride: input.topicIds },
    });
    const { personId } = input;
    return write(isDryRun, {
      operation: `POST /v0/pages/${id}/audiences`,
      body,
      needs: [
        () => foyer.pages.get(id),
        ...(personId ? [() => foyer.persons.get(personId)] : []),
        ...(input.topicIds ?? []).map((topicId) => () => foyer.topics.get(topicId)),
      ],
      send: async () => short(await foyer.pages.audiences.create(id, body)),
    });
  },
});

const changeAudience = defineTool({
  name: 'change_audience',
  title: 'Change an audience',
  description:
    'Changes the given settings of an audience; draft_texts changes its texts. Visitors see the change with the next publish.',
  kind: 'change',
  scopes: ['audiences:read', 'audiences:write'],
  input: {
    pageId,
    audienceId,
    customName: customName.nullable().optional(),
    actionUrl: actionUrl.nullable().optional(),
    topicIds: topicIds.optional(),
    dryRun,
  },
  run: ({ foyer }, { dryRun: isDryRun, pageId: page, audienceId: id, ...input }) => {
    const body = given({
      ...{ customName: input.customName, actionUrlOverride: input.actionUrl },
      topicIdsOverride: input.topicIds,
    });
    return write(isDryRun, {
      operation: `PATCH /v0/pages/${page}/audiences/${id}`,
      body,
      before: () => foyer.pages.audiences.get(page, id),
      preview: () => foyer.pages.preview(page, { audienceId: id, audience: body }),
      send: async () => short(await foyer.pages.audiences.update(page, id, body)),
    });
  },
});

export const audienceTools = [listAudiences, getAudience, readVersion, createAudience, changeAudience];

/** A person's name may come from a form. */
function namesOf({ computedName, effectiveName }: Audience) {
  return { computedName: untrusted(computedName), effectiveName: untrusted(effectiveName) };
}

function short(audience: Audience) {
  const { pageId: page, audienceId: id, personId, status, customName: name, publishedVersion } = audience;
  return {
    ...{ audienceId: id, pageId: page, personId, status, customName: name },
    effectiveName: namesOf(audience).effectiveName,
    publishedVersionId: publishedVersion.versionId,
    updatedAt: audience.updatedAt,
  };
}
