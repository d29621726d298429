import { z } from 'zod';
import type { PageLink } from '@foyer/client';
import { listOf } from '../answers.js';
import { audienceId, defineTool, given, idOf, paging } from '../tool.js';
import { dryRun, write } from '../writing.js';

const listLinks = defineTool({
  name: 'list_links',
  title: 'List links',
  description:
    'The addresses at which visitors open audiences. A link without `url` is one that nobody can open.',
  kind: 'read',
  scopes: ['links:read'],
  input: { audienceId: audienceId.optional(), ...paging },
  run: async ({ foyer }, input) => listOf(await foyer.pageLinks.list(given(input)), short),
});

const createLink = defineTool({
  name: 'create_link',
  title: 'Create a link',
  description:
    'Gives an audience an address. From then on, everybody who knows the address sees the published version of the audience. Call it only if the person you work for wants the page to be open.',
  kind: 'create',
  scopes: ['links:write'],
  isPublic: true,
  input: {
    audienceId,
    path: z
      .string()
      .regex(/^\//, 'must begin with a slash')
      .describe('Path of the address, such as /for/acme.'),
    tenantDomainId: idOf(
      'domain',
      "A proven domain of the tenant; without it, the site's own address.",
    ).optional(),
    expiresAt: z
      .string()
      .optional()
      .describe('When the link ends, such as 2100-09-01T00:00:00Z; without it, never.'),
    dryRun,
  },
  run: ({ foyer }, { dryRun: isDryRun, audienceId: id, ...input }) => {
    const body = { ...given(input), target: { targetType: 'audience' as const, audienceId: id } };
    return write(isDryRun, {
      operation: 'POST /v0/page_links',
      body,
      send: async () => short(await foyer.pageLinks.create(body)),
    });
  },
});

export const linkTools = [listLinks, createLink];

function short({ pageLinkId, url, path, target, expiresAt }: PageLink) {
  return { pageLinkId, url, path, audienceId: target.audienceId, expiresAt };
}
