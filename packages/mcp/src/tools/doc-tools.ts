import { z } from 'zod';
import { readDocs, type DocPart } from '../docs.js';
import { defineTool } from '../tool.js';

const LONGEST_EXCERPT = 300;
const LONGEST_TEXT = 12_000;

const searchDocs = defineTool({
  name: 'search_docs',
  title: 'Search the docs',
  description:
    'Finds operations of the API, error codes and sections of the guides of this service. read_doc has the whole text.',
  kind: 'read',
  scopes: [],
  input: {
    query: z.string().min(1).describe('Words such as "rotate webhook secret", or an error code.'),
    limit: z.int().min(1).max(20).default(8),
  },
  run: async ({ url }, { query, limit }) => {
    const found = ranked(await readDocs(url), query).slice(0, limit);
    return {
      items: found.map(({ id, title, text }) => ({ id, title, excerpt: text.slice(0, LONGEST_EXCERPT) })),
    };
  },
});

const readDoc = defineTool({
  name: 'read_doc',
  title: 'Read a part of the docs',
  description: 'The text of an operation, an error code or a section of a guide, by its id.',
  kind: 'read',
  scopes: [],
  input: { id: z.string().min(1).describe('From search_docs, such as createPage or /llms.txt.') },
  run: async ({ url }, { id }) => {
    const part = (await readDocs(url)).find((each) => each.id === id);
    if (!part) return { found: false, note: `The docs have no part "${id}": use an id of search_docs.` };
    return { ...part, text: part.text.slice(0, LONGEST_TEXT) };
  },
});

export const docTools = [searchDocs, readDoc];

/** Those with the most words of the query first; a word in the title counts more. */
function ranked(parts: readonly DocPart[], query: string): DocPart[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  const scored = parts.map((part) => {
    const [title, text] = [`${part.id} ${part.title}`.toLowerCase(), part.text.toLowerCase()];
    const points = words.map((word) => (title.includes(word) ? 3 : text.includes(word) ? 1 : 0));
    return { part, score: points.reduce<number>((sum, each) => sum + each, 0) };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ part }) => part);
}
