import { isDeepStrictEqual } from 'node:util';
import type { OpenAPIObject } from '@nestjs/swagger';
import { IS_SHARED } from '../endpoint/endpoint-problems.js';
import { codesOf, type Response as DocumentedResponse } from './browser/openapi-document.js';

type Response = DocumentedResponse & { headers?: Record<string, object>; [IS_SHARED]?: true };

interface Operation {
  operationId: string;
  responses: Record<string, Response>;
}

/**
 * Writes answers that many operations share once, and lets the operations refer to them. Swagger UI reads the whole
 * document before it shows anything, and most of it was the same problems at each operation.
 *
 * An answer is named after its codes: a new operation must not rename what generated clients use. What an operation says
 * in its own words stays at the operation, because other operations have other words for the same codes.
 */
export function shareAnswers(document: OpenAPIObject): void {
  const { components = {} } = document;
  const headers = (components.headers ??= {}) as Record<string, object>;
  const responses = (components.responses ??= {}) as Record<string, object>;
  for (const { responses: answers } of operationsIn(document)) {
    for (const [status, { [IS_SHARED]: isShared, ...response }] of Object.entries(answers)) {
      for (const [name, header] of Object.entries(response.headers ?? {}))
        response.headers![name] = shared(headers, 'headers', name, header);
      answers[status] = isShared
        ? shared(responses, 'responses', nameOf(response, document), response)
        : response;
    }
  }
}

interface Enum {
  title: string;
  type: unknown;
  enum: (string | null)[];
}

/** Writes every titled enum once, under its title, and lets fields and parameters refer to it. */
export function shareEnums(document: OpenAPIObject): void {
  const schemas = document.components!.schemas as Record<string, object>;
  const found: Record<string, object> = {};
  for (const node of nodesIn(document)) {
    if (!isTitledEnum(node)) continue;
    const { title, enum: words } = node;
    const schema = { type: 'string', enum: words.filter((word) => word !== null) };
    if (title in schemas || !isDeepStrictEqual(found[title] ?? schema, schema))
      throw new Error(`Two schemas of the document have the name ${title}.`);
    found[title] = schema;
    const reference = { $ref: `#/components/schemas/${title}` };
    const choice = words.includes(null) ? { anyOf: [reference, { type: 'null' }] } : reference;
    for (const name of ['title', 'type', 'enum'] as const) delete (node as Partial<Enum>)[name];
    Object.assign(node, choice);
  }
  Object.assign(schemas, found);
}

function isTitledEnum(node: object): node is Enum {
  return 'enum' in node && Array.isArray(node.enum) && 'title' in node && typeof node.title === 'string';
}

function nodesIn(node: object): object[] {
  const inner = Object.values(node).filter((each) => typeof each === 'object' && each !== null) as object[];
  return [node, ...inner.flatMap(nodesIn)];
}

export function operationsIn({ paths }: OpenAPIObject): Operation[] {
  return Object.values(paths)
    .flatMap(({ get, post, put, patch, delete: remove }) => [get, post, put, patch, remove])
    .filter((operation) => operation !== undefined) as Operation[];
}

function shared(all: Record<string, object>, kind: string, name: string, described: object): object {
  all[name] ??= described;
  if (!isDeepStrictEqual(all[name], described))
    throw new Error(`Two ${kind} of the document have the name ${name}.`);
  return { $ref: `#/components/${kind}/${name}` };
}

function nameOf(answer: Response, document: OpenAPIObject): string {
  return codesOf(answer, document as never)
    .map(pascalCase)
    .join('Or');
}

function pascalCase(code: string): string {
  return code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
