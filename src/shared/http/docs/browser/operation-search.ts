import { loaded } from './document-reader.js';
import {
  codesOf,
  responseAt,
  schemaAt,
  type OpenApiDocument,
  type Operation,
  type Schema,
} from './openapi-document.js';
import type { Groups, ImmutableList } from './swagger-types.js';

/** Finds operations by words of their headings, and by the beginnings of fields, parameters and codes. */
export const operationFilter = () => ({
  fn: {
    opsFilter(groups: Groups, phrase: string): Groups {
      const isMeant = loaded.document ? searcher(loaded.document, phrase) : () => true;
      return groups
        .map((group) =>
          group.update('operations', (all) =>
            all.filter((item) => isMeant(item.get('path') as string, item.get('method') as string)),
          ),
        )
        .filter((group) => (group.get('operations') as ImmutableList).size > 0);
    },
  },
});

/** The codes of the catalogue that contain the phrase, at most as many as fit below the search box. */
export function codesMatching(codes: readonly string[], phrase: string): string[] {
  const wanted = phrase.trim().toLowerCase().replaceAll(' ', '_');
  if (wanted.length < 3) return [];
  return codes.filter((code) => code.includes(wanted)).slice(0, 8);
}

/** Whether the operation of a path and method is meant: each word is somewhere in its heading, or begins a name. */
export function searcher(
  document: OpenApiDocument,
  phrase: string,
): (path: string, method: string) => boolean {
  const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
  return (path, method) => {
    const { heading, names } = termsOf(document, path, method);
    return words.every((word) => heading.includes(word) || names.some((name) => name.startsWith(word)));
  };
}

interface Terms {
  heading: string;
  names: string[];
}

const terms = new WeakMap<Operation, Terms>();

function termsOf(document: OpenApiDocument, path: string, method: string): Terms {
  const operation = document.paths[path]![method]!;
  let known = terms.get(operation);
  if (!known) {
    const { operationId, summary, tags } = operation;
    const heading = [method, path, operationId, summary, ...tags].join(' ').toLowerCase();
    known = { heading, names: namesIn(operation, document) };
    terms.set(operation, known);
  }
  return known;
}

function namesIn(
  { parameters = [], requestBody, responses }: Operation,
  document: OpenApiDocument,
): string[] {
  const names = new Set(parameters.map(({ name }) => name));
  const seen = new Set<Schema>();
  const addFields = (schema: Schema | undefined) => {
    if (!schema) return;
    const target = schemaAt(schema, document);
    if (seen.has(target)) return;
    seen.add(target);
    for (const [name, field] of Object.entries(target.properties ?? {})) {
      names.add(name);
      addFields(field);
    }
    addFields(target.items);
    for (const inner of [...(target.oneOf ?? []), ...(target.anyOf ?? []), ...(target.allOf ?? [])])
      addFields(inner);
  };
  for (const { schema } of Object.values(requestBody?.content ?? {})) addFields(schema);
  for (const [status, response] of Object.entries(responses)) {
    if (Number(status) >= 400) for (const code of codesOf(response, document)) names.add(code);
    else
      for (const { schema } of Object.values(responseAt(response, document).content ?? {})) addFields(schema);
  }
  return [...names].map((name) => name.toLowerCase());
}
