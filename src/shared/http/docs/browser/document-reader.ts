import { freshenExamples } from './fresh-examples.js';
import type { OpenApiDocument } from './openapi-document.js';
import type { System } from './swagger-types.js';

/** The document as the page shows it, once it is loaded. */
export const loaded: { document?: OpenApiDocument } = {};

/**
 * Swagger UI reads the document as YAML, which takes ten times as long as JSON, and then copies all of it. Until an
 * operation is opened, it needs no responses, which are two fifths of the document.
 */
export const jsonDocument = ({ specActions }: System) => ({
  statePlugins: {
    spec: {
      wrapActions: {
        parseToJson: () => (text: string) => {
          const document = JSON.parse(text) as OpenApiDocument;
          freshenExamples(document, Date.now().toString(36));
          loaded.document = document;
          return specActions.updateJsonSpec(withoutResponses(document));
        },
      },
    },
  },
});

/**
 * Swagger UI resolves the references of an operation when the operation is opened. It gets only the part of the
 * document that it asks for, with everything that part refers to: otherwise it would read all of the document.
 */
export const partsOfTheDocument = () => ({
  afterLoad(this: System, { fn: { resolveSubtree } }: System) {
    this.fn.resolveSubtree = (document, keys, options) =>
      resolveSubtree(partOf(loaded.document ?? document, keys), keys, options);
  },
});

function withoutResponses({ paths, components, ...rest }: OpenApiDocument): object {
  const bare = mapped(paths, (operations) =>
    mapped(operations, (each) => ({ ...each, responses: undefined })),
  );
  return { ...rest, paths: bare, components: { ...components, responses: undefined } };
}

function mapped<From, To>(all: Record<string, From>, change: (each: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(all).map(([name, each]) => [name, change(each)]));
}

interface Node {
  [key: string]: Node | undefined;
}

function partOf(document: object, keys: string[]): object {
  const { openapi, info, servers, ...all } = document as Node;
  const part: Node = {};
  const seen = new Set<string>();
  const copy = (path: string[]) => {
    if (seen.has(path.join('/'))) return;
    seen.add(path.join('/'));
    const value = path.reduce<Node | undefined>((node, key) => node?.[key], all);
    path.slice(0, -1).reduce<Node>((node, key) => (node[key] ??= {}), part)[path.at(-1)!] = value;
    JSON.stringify(value, (_, inner: unknown) => {
      if (typeof inner === 'string' && inner.startsWith('#/components/')) copy(inner.slice(2).split('/'));
      return inner;
    });
  };
  copy(keys);
  return { openapi, info, servers, paths: {}, ...part };
}
